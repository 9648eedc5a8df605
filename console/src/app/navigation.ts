import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBug,
  IconBuilding,
  IconChartBar,
  IconClipboardCheck,
  IconCpu,
  IconDatabaseImport,
  IconExternalLink,
  IconFolders,
  IconHistory,
  IconHome,
  IconKey,
  IconMapPin,
  IconRadar2,
  IconReceipt,
  IconServer,
  IconShieldLock,
  IconTool,
  IconUsers,
  IconBroadcast,
  IconRouteAltRight,
} from "@tabler/icons-react";
import { t } from "../text/text.ts";
import { paths } from "./paths.ts";
import { type Tenant, may } from "./tenant.ts";

export interface NavigationItem {
  label: string;
  href: string;
  icon: typeof IconHome;
  /** After `g`, this key leads there. */
  jump?: string;
  /** Only that very page makes it the current one. */
  exact?: boolean;
  /** Where pages of its things are, when that is elsewhere. */
  things?: string;
  /** An address outside of the console's pages. */
  external?: boolean;
}

export interface NavigationGroup {
  label: string | null;
  items: readonly NavigationItem[];
}

/** Where one can go in a tenant. What the person may not even see is not offered. */
export function navigationOf(tenant: Tenant): NavigationGroup[] {
  const { name, companyIds } = tenant;
  return [
    {
      label: null,
      items: [
        {
          label: t("nav.overview"),
          href: paths.overview(name),
          icon: IconHome,
          jump: "o",
          exact: true,
        },
      ],
    },
    { label: t("nav.monitoring"), items: monitoring(name) },
    { label: t("nav.exposure"), items: exposure(name) },
    ...(companyIds === null ? [{ label: t("nav.settings"), items: settings(tenant) }] : []),
  ];
}

function monitoring(name: string): NavigationItem[] {
  return [
    { label: t("nav.sensors"), href: paths.sensors(name), icon: IconActivityHeartbeat, jump: "s" },
    { label: t("nav.incidents"), href: paths.incidents(name), icon: IconAlertTriangle, jump: "i" },
    { label: t("nav.maintenance"), href: paths.maintenance(name), icon: IconTool, jump: "m" },
    { label: t("nav.usage"), href: paths.usage(name), icon: IconChartBar },
  ];
}

function exposure(name: string): NavigationItem[] {
  return [
    { label: t("nav.assets"), href: paths.assets(name), icon: IconServer, jump: "a" },
    { label: t("nav.findings"), href: paths.findings(name), icon: IconBug, jump: "f" },
    {
      label: t("nav.identity"),
      href: paths.identity(name),
      things: `${paths.overview(name)}/identity-findings`,
      icon: IconShieldLock,
      jump: "d",
    },
    { label: t("nav.audits"), href: paths.audits(name), icon: IconClipboardCheck, jump: "u" },
    { label: t("nav.scans"), href: paths.scans(name), icon: IconRadar2, jump: "c" },
    { label: t("nav.sites"), href: paths.sites(name), icon: IconMapPin },
    { label: t("nav.feeds"), href: paths.feeds(name), icon: IconDatabaseImport },
  ];
}

function settings({ name, role }: Tenant): NavigationItem[] {
  const administers = may(role, "administer");
  return [
    ...(administers
      ? [
          { label: t("nav.keys"), href: paths.keys(name), icon: IconKey, jump: "k" },
          { label: t("nav.people"), href: paths.people(name), icon: IconUsers, jump: "p" },
        ]
      : []),
    { label: t("nav.companies"), href: paths.companies(name), icon: IconBuilding },
    { label: t("nav.collectors"), href: paths.collectors(name), icon: IconBroadcast },
    { label: t("nav.probes"), href: paths.probes(name), icon: IconRouteAltRight },
    { label: t("nav.agents"), href: paths.agents(name), icon: IconCpu },
    { label: t("nav.directories"), href: paths.directories(name), icon: IconFolders },
    { label: t("nav.plan"), href: paths.plan(name), icon: IconReceipt },
    ...(administers
      ? [{ label: t("nav.auditLog"), href: paths.auditLog(name), icon: IconHistory }]
      : []),
    reference("monitor"),
    reference("exposure"),
  ];
}

function reference(service: "monitor" | "exposure"): NavigationItem {
  const label = t(service === "monitor" ? "nav.monitorReference" : "nav.exposureReference");
  const href = new URL(`${service}/docs/`, document.baseURI).href;
  return { label, href, icon: IconExternalLink, external: true };
}

/** Whether the page at this path belongs to the entry. */
export function isAt({ href, exact = false, things }: NavigationItem, pathname: string): boolean {
  const below = (place: string) => pathname === place || pathname.startsWith(`${place}/`);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname;
  if (exact) return path === href;
  return below(href) || (things !== undefined && below(things));
}
