import { NavLink, Text, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { t } from "../text/text.ts";
import styles from "./frame.module.css";
import { type NavigationGroup, type NavigationItem, isAt, navigationOf } from "./navigation.ts";
import { useTenant } from "./tenant.ts";

/** The list of all pages, in groups. */
export function FrameNavigation() {
  const { pathname } = useLocation();
  return (
    <div className={styles["scroll"]}>
      {navigationOf(useTenant()).map((group) => (
        <Section key={group.label ?? "top"} group={group} pathname={pathname} />
      ))}
    </div>
  );
}

function Section({ group, pathname }: { group: NavigationGroup; pathname: string }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={group.label === null ? undefined : id}>
      {group.label !== null && (
        <Text id={id} size="xs" c="dimmed" mt="xs" mb={2} px={8} fw={600}>
          {group.label}
        </Text>
      )}
      {group.items.map((item) => (
        <Entry key={item.href} item={item} active={isAt(item, pathname)} />
      ))}
    </div>
  );
}

function Entry({ item, active }: { item: NavigationItem; active: boolean }) {
  const shared = {
    label: item.label,
    className: styles["entry"] ?? "",
    leftSection: <item.icon size={17} stroke={1.6} aria-hidden />,
  };
  if (item.external) {
    return (
      <NavLink
        {...shared}
        component="a"
        href={item.href}
        target="_blank"
        rel="noopener noreferrer"
        rightSection={<VisuallyHidden>{t("app.newTab")}</VisuallyHidden>}
      />
    );
  }
  return (
    <NavLink
      {...shared}
      component={Link}
      to={item.href}
      activeOptions={{ exact: true, includeSearch: false }}
      active={active}
      aria-current={active ? "page" : undefined}
    />
  );
}
