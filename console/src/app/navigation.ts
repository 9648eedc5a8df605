import { t } from "../text/text.ts";
import { paths } from "./paths.ts";
import { type Tenant, may } from "./tenant.ts";

export interface NavigationItem {
  label: string;
  href: string;
  /** Only that very page makes it the current one. */
  exact?: boolean;
  /** An address outside of the console's pages. */
  external?: boolean;
}

export interface NavigationGroup {
  label: string | null;
  items: readonly NavigationItem[];
}

/** Where one can go in a tenant. What the person may not even see is not offered. */
export function navigationOf(tenant: Tenant): NavigationGroup[] {
  const { name, role, companyIds } = tenant;
  const whole = companyIds === null;
  const administers = may(role, "administer");
  const groups: NavigationGroup[] = [
    { label: null, items: [{ label: t("nav.overview"), href: paths.overview(name), exact: true }] },
    {
      label: t("nav.monitoring"),
      items: [
        { label: t("nav.sensors"), href: paths.sensors(name) },
        { label: t("nav.incidents"), href: paths.incidents(name) },
        { label: t("nav.maintenance"), href: paths.maintenance(name) },
        { label: t("nav.usage"), href: paths.usage(name) },
      ],
    },
    {
      label: t("nav.exposure"),
      items: [
        { label: t("nav.assets"), href: paths.assets(name) },
        { label: t("nav.findings"), href: paths.findings(name) },
        { label: t("nav.identity"), href: paths.identity(name) },
        { label: t("nav.audits"), href: paths.audits(name) },
        { label: t("nav.scans"), href: paths.scans(name) },
        { label: t("nav.sites"), href: paths.sites(name) },
        { label: t("nav.feeds"), href: paths.feeds(name) },
      ],
    },
  ];
  if (whole) {
    groups.push({
      label: t("nav.settings"),
      items: [
        ...(administers
          ? [
              { label: t("nav.keys"), href: paths.keys(name) },
              { label: t("nav.people"), href: paths.people(name) },
            ]
          : []),
        { label: t("nav.companies"), href: paths.companies(name) },
        { label: t("nav.collectors"), href: paths.collectors(name) },
        { label: t("nav.probes"), href: paths.probes(name) },
        { label: t("nav.agents"), href: paths.agents(name) },
        { label: t("nav.directories"), href: paths.directories(name) },
        { label: t("nav.plan"), href: paths.plan(name) },
        ...(administers ? [{ label: t("nav.auditLog"), href: paths.auditLog(name) }] : []),
        { label: t("nav.monitorReference"), href: referenceOf("monitor"), external: true },
        { label: t("nav.exposureReference"), href: referenceOf("exposure"), external: true },
      ],
    });
  }
  return groups;
}

function referenceOf(service: "monitor" | "exposure"): string {
  return new URL(`${service}/docs/`, document.baseURI).href;
}
