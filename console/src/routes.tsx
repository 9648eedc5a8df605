import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import type { QueryClient } from "@tanstack/react-query";
import { unreachable } from "./api/client.ts";
import { FailedPage } from "./app/failed-page.tsx";
import { isReachable } from "./app/reachable.ts";
import { MissingPage } from "./app/missing-page.tsx";
import { RootPage } from "./app/root-page.tsx";
import { TenantPage } from "./app/tenant-page.tsx";
import { sessionQuery } from "./app/session.ts";
import { OverviewPage } from "./pages/overview/overview-page.tsx";
import { readOverviewAhead } from "./pages/overview/use-overview.ts";
import { readSearch, writeSearch } from "./app/search.ts";
import { loadTexts } from "./text/text.ts";

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: RootPage,
  notFoundComponent: MissingPage,
  errorComponent: FailedPage,
});

/** Page and texts: a page may say something as soon as it is loaded, so they come first. */
function withTexts<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      await loadTexts();
      return await load();
    } catch (error) {
      await assertReachable();
      throw error;
    }
  };
}

/**
 * For a part that could not be loaded. After an update the old parts are gone, and the router loads the whole page anew; but
 * where nobody answers, that would take away what one still sees.
 *
 * @throws ApiProblem when the server cannot be reached.
 */
async function assertReachable(): Promise<void> {
  if (!(await isReachable())) throw unreachable();
}

/** A page of its own, loaded when it is first shown. `page` must be the name of the one export. */
function ofEverybody<
  Module extends Record<Name, () => React.ReactNode>,
  Name extends keyof Module & string,
>(path: string, load: () => Promise<Module>, name: Name) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(withTexts(load), name),
  });
}

const tenant = createRoute({
  getParentRoute: () => root,
  path: "t/$tenant",
  component: TenantPage,
  notFoundComponent: MissingPage,
});

/** The same below `/t/TENANT`, inside the frame with the navigation. */
function ofTenant<
  Module extends Record<Name, () => React.ReactNode>,
  Name extends keyof Module & string,
>(path: string, load: () => Promise<Module>, name: Name) {
  return createRoute({
    getParentRoute: () => tenant,
    path,
    component: lazyRouteComponent(withTexts(load), name),
  });
}

/** The first page of most visits comes with the frame, and needs no more texts than that. */
const overview = createRoute({
  getParentRoute: () => tenant,
  path: "/",
  component: OverviewPage,
  loader: async ({ context: { queryClient }, params }) => {
    // Without a session the frame leads elsewhere, and without a server it says so.
    const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
    const shown = session?.tenants.find(({ name }) => name === params.tenant);
    if (shown !== undefined) readOverviewAhead(queryClient, shown.id);
  },
});

/** All pages, as `app/paths.ts` spells their addresses. */
const routes = root.addChildren([
  ofEverybody("/", () => import("./pages/home/home-page.tsx"), "HomePage"),
  ofEverybody("sign-in", () => import("./pages/account/sign-in-page.tsx"), "SignInPage"),
  ofEverybody("set-up", () => import("./pages/account/set-up-page.tsx"), "SetUpPage"),
  ofEverybody("join", () => import("./pages/account/join-page.tsx"), "JoinPage"),
  ofEverybody(
    "new-password",
    () => import("./pages/account/new-password-page.tsx"),
    "NewPasswordPage",
  ),
  ofEverybody("account", () => import("./pages/account/account-page.tsx"), "AccountPage"),
  tenant.addChildren([
    overview,
    ofTenant("sensors", () => import("./pages/sensors/sensors-page.tsx"), "SensorsPage"),
    ofTenant("sensors/new", () => import("./pages/sensors/new-sensor-page.tsx"), "NewSensorPage"),
    ofTenant("sensors/$id", () => import("./pages/sensors/sensor-page.tsx"), "SensorPage"),
    ofTenant(
      "sensors/$id/edit",
      () => import("./pages/sensors/edit-sensor-page.tsx"),
      "EditSensorPage",
    ),
    ofTenant("incidents", () => import("./pages/incidents/incidents-page.tsx"), "IncidentsPage"),
    ofTenant("incidents/$id", () => import("./pages/incidents/incident-page.tsx"), "IncidentPage"),
    ofTenant(
      "maintenance",
      () => import("./pages/maintenance/maintenance-page.tsx"),
      "MaintenancePage",
    ),
    ofTenant("usage", () => import("./pages/usage/usage-page.tsx"), "UsagePage"),
    ofTenant("assets", () => import("./pages/assets/assets-page.tsx"), "AssetsPage"),
    ofTenant("assets/$id", () => import("./pages/assets/asset-page.tsx"), "AssetPage"),
    ofTenant("findings", () => import("./pages/findings/findings-page.tsx"), "FindingsPage"),
    ofTenant("findings/$id", () => import("./pages/findings/finding-page.tsx"), "FindingPage"),
    ofTenant("identity", () => import("./pages/identity/identity-page.tsx"), "IdentityPage"),
    ofTenant("identity/$id", () => import("./pages/identity/directory-page.tsx"), "DirectoryPage"),
    ofTenant(
      "identity-findings/$id",
      () => import("./pages/identity/identity-finding-page.tsx"),
      "IdentityFindingPage",
    ),
    ofTenant("audits", () => import("./pages/audits/audits-page.tsx"), "AuditsPage"),
    ofTenant("audits/runs/$id", () => import("./pages/audits/audit-run-page.tsx"), "AuditRunPage"),
    ofTenant(
      "audits/runs/$id/comparison",
      () => import("./pages/audits/comparison-page.tsx"),
      "ComparisonPage",
    ),
    ofTenant("scans", () => import("./pages/scans/scans-page.tsx"), "ScansPage"),
    ofTenant("scans/$id", () => import("./pages/scans/scan-page.tsx"), "ScanPage"),
    ofTenant("scans/runs/$id", () => import("./pages/scans/scan-run-page.tsx"), "ScanRunPage"),
    ofTenant("sites", () => import("./pages/sites/sites-page.tsx"), "SitesPage"),
    ofTenant("feeds", () => import("./pages/feeds/feeds-page.tsx"), "FeedsPage"),
    ofTenant("settings/keys", () => import("./pages/settings/keys-page.tsx"), "KeysPage"),
    ofTenant("settings/people", () => import("./pages/settings/people-page.tsx"), "PeoplePage"),
    ofTenant(
      "settings/companies",
      () => import("./pages/settings/companies-page.tsx"),
      "CompaniesPage",
    ),
    ofTenant(
      "settings/collectors",
      () => import("./pages/settings/collectors-page.tsx"),
      "CollectorsPage",
    ),
    ofTenant("settings/probes", () => import("./pages/settings/probes-page.tsx"), "ProbesPage"),
    ofTenant("settings/agents", () => import("./pages/settings/agents-page.tsx"), "AgentsPage"),
    ofTenant(
      "settings/directories",
      () => import("./pages/settings/directories-page.tsx"),
      "DirectoriesPage",
    ),
    ofTenant("settings/plan", () => import("./pages/settings/plan-page.tsx"), "PlanPage"),
    ofTenant(
      "settings/audit-log",
      () => import("./pages/settings/audit-log-page.tsx"),
      "AuditLogPage",
    ),
  ]),
]);

/** @param basepath where the console is mounted: `/`, or the path behind a reverse proxy. */
export function createConsoleRouter(basepath: string, queryClient: QueryClient) {
  return createRouter({
    routeTree: routes,
    basepath,
    context: { queryClient },
    defaultPreload: "intent",
    // A page that fails leaves the frame around it as it is.
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
}
