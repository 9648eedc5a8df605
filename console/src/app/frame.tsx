import { AppShell, Burger, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../text/text.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import styles from "./frame.module.css";
import { FrameNavigation } from "./frame-navigation.tsx";
import { paths } from "./paths.ts";
import { QuickSearch } from "./quick-search.tsx";
import type { Session } from "./session.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { useTenant } from "./tenant.ts";

/** Header, navigation and the page in the middle. */
export function Frame({ session, children }: { session: Session; children: ReactNode }) {
  const tenant = useTenant();
  const { pathname } = useLocation();
  const [opened, { toggle, close }] = useDisclosure();
  const [keysShown, keys] = useDisclosure();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    close();
    // Keys go on from the new page; its name takes the focus, and so is read out, once it is there (see `Page`).
    main.current?.focus({ preventScroll: true });
  }, [pathname, close]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding="md"
    >
      <AppShell.Header>
        <a className="skip-link" href="#content" onClick={(event) => skipTo(event, main.current)}>
          {t("app.skipToContent")}
        </a>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t(opened ? "app.closeNavigation" : "app.openNavigation")}
            aria-expanded={opened}
            aria-controls="navigation"
          />
          <Text
            component={Link}
            to={paths.overview(tenant.name)}
            activeOptions={{ exact: true, includeSearch: false }}
            fw={600}
            c="inherit"
            td="none"
          >
            <Group gap={8} wrap="nowrap" component="span">
              <img src={mark} alt="" width={22} height={22} />
              {t("app.name")}
            </Group>
          </Text>
          <QuickSearch />
          <AccountMenu session={session} onShowKeys={keys.open} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="xs"
        id="navigation"
        aria-label={t("app.navigation")}
        className={styles["navigation"] ?? ""}
        data-opened={opened || undefined}
      >
        <FrameNavigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={main} tabIndex={-1}>
        <ConnectionBanner />
        {children}
      </AppShell.Main>
      <Shortcuts shown={keysShown} onShow={keys.open} onClose={keys.close} />
    </AppShell>
  );
}

const mark = new URL("favicon.svg", document.baseURI).href;

/** The address stays: it is the page's, and with a base of its own, `#content` would lead home. */
function skipTo(event: { preventDefault(): void }, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}
