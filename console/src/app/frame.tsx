import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { t } from "../text/text.ts";
import { AccountMenu } from "./account-menu.tsx";
import { type NavigationItem, navigationOf } from "./navigation.ts";
import { paths } from "./paths.ts";
import type { Session } from "./session.ts";
import { useTenant } from "./tenant.ts";

/** Header, navigation and the page in the middle. */
export function Frame({ session, children }: { session: Session; children: ReactNode }) {
  const tenant = useTenant();
  const { pathname } = useLocation();
  const [opened, { toggle, close }] = useDisclosure();
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding="md"
    >
      <AppShell.Header>
        <a className="skip-link" href="#content">
          {t("app.skipToContent")}
        </a>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t("app.openNavigation")}
          />
          <Text component={Link} to={paths.overview(tenant.name)} fw={600} c="inherit" td="none">
            {t("app.name")}
          </Text>
          <AccountMenu session={session} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t("app.navigation")}>
        <ScrollArea>
          {navigationOf(tenant).map((group) => (
            <div key={group.label ?? "top"}>
              {group.label !== null && (
                <Text size="xs" c="dimmed" mt="sm" mb={4} px="sm" fw={600}>
                  {group.label}
                </Text>
              )}
              {group.items.map((item) => (
                <FrameLink key={item.href} item={item} pathname={pathname} />
              ))}
            </div>
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

function FrameLink({ item, pathname }: { item: NavigationItem; pathname: string }) {
  const active = item.exact ? pathname === item.href : pathname.startsWith(item.href);
  if (item.external) {
    return (
      <NavLink component="a" href={item.href} target="_blank" rel="noopener" label={item.label} />
    );
  }
  return (
    <NavLink
      component={Link}
      to={item.href}
      label={item.label}
      active={active}
      aria-current={active ? "page" : undefined}
    />
  );
}
