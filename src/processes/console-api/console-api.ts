import { addDirectoryConsoleRoutes, directoryConsoleSchemas } from "#exposure/directories";
import {
  addIdentityConsoleRoutes,
  addIdentityExceptionRoutes,
  identityConsoleSchemas,
} from "#exposure/identity";
import {
  AgentPageSchema,
  AgentRowSchema,
  AgentTokenSchema,
  addAgentConsoleRoutes,
  addAgentTokenRoutes,
} from "#exposure/agents";
import {
  addAuditExceptionRoutes,
  addAuditRunConsoleRoutes,
  auditRunConsoleSchemas,
} from "#exposure/audit-runs";
import { AuditPageSchema, AuditRowSchema, addAuditConsoleRoutes } from "#exposure/audits";
import { BundleRowSchema, addBundleConsoleRoutes } from "#exposure/bundles";
import {
  exposureLock,
  placeAgent,
  rescoreAssets,
  retireAgent,
  setAssetTags,
} from "#exposure/flows";
import { addAssetConsoleRoutes, assetConsoleSchemas, readAssetRow } from "#exposure/assets";
import { addExportConsoleRoutes } from "#exposure/exports";
import { addFindingConsoleRoutes, findingConsoleSchemas } from "#exposure/findings";
import { addPackageConsoleRoutes, packageConsoleSchemas } from "#exposure/packages";
import { addServiceConsoleRoutes, serviceConsoleSchemas } from "#exposure/services";
import { type FeedDeps, FeedStateSchema, addFeedRoutes } from "#exposure/feeds";
import { ExposureOverviewSchema, addExposureOverviewRoute } from "#exposure/overview";
import { MonitorOverviewSchema, addMonitorOverviewRoute } from "#monitor/overview";
import { ProbeRowSchema, addProbeConsoleRoutes } from "#exposure/probes";
import { CollectorRowSchema, addCollectorConsoleRoutes } from "#monitor/collectors";
import { addScheduleRoutes } from "#exposure/schedules";
import { addScanConsoleRoutes, addScanRunRoutes, scanConsoleSchemas } from "#exposure/scans";
import { type ErrandDeps, addErrandRoutes, errandSchemas } from "#monitor/errands";
import {
  IncidentPageSchema,
  IncidentRowSchema,
  addIncidentConsoleRoutes,
  listOutages,
  listOutagesAbove,
} from "#monitor/incidents";
import { UsageByCompanySchema, addUsageConsoleRoutes } from "#monitor/usage";
import { changeSensors, deleteSensors } from "#monitor/flows";
import { addHistoryRoutes, historySchemas } from "#monitor/history";
import {
  SensorFacetsSchema,
  SensorPageSchema,
  SensorRowSchema,
  addSensorConsoleRoutes,
  addSensorsChangeRoutes,
} from "#monitor/sensors";
import {
  type AccountDeps,
  OwnAccountSchema,
  SessionSchema,
  addAccountRoutes,
  addPasskeyRoutes,
  addPasswordLinkRoutes,
  addSecondFactorRoutes,
  addSessionRoute,
  addSetUpRoute,
  addSignInRoutes,
} from "#platform/accounts";
import { AuditLogRowSchema, addAuditLogRoutes } from "#platform/audit-log";
import { CompanyRowSchema, addCompanyRoutes } from "#platform/companies";
import { SiteRowSchema, addSiteConsoleRoutes } from "#exposure/sites";
import { WindowRowSchema, addMaintenanceRoutes } from "#monitor/maintenance";
import type { ConsoleApi } from "#platform/http";
import { ApiKeySchema, addApiKeyRoutes } from "#platform/api-keys";
import { type LiveHub, addLiveRoute } from "#platform/live";
import { InvitationSchema, PersonSchema, addJoinRoutes, addPeopleRoutes } from "#platform/people";
import {
  type DeclarationDeps,
  addDeclarationRoutes,
  declarationSchemas,
} from "#processes/declarations";

/**
 * What routes of the console need besides the caller. Nothing of it is looked at before a request comes, so that the routes
 * can be described where nothing runs.
 */
export interface ConsoleDeps extends AccountDeps, ErrandDeps, DeclarationDeps, FeedDeps {
  live: LiveHub;
}

/** The API of the console: all its routes, in the order of its pages. */
export function createConsoleApi(deps: ConsoleDeps): ConsoleApi {
  return {
    tags: [
      { name: "Account", description: "The one who has signed in." },
      { name: "Live", description: "What changes, as it changes." },
      { name: "Overview", description: "What is wrong now." },
      { name: "Monitoring", description: "Sensors, incidents, maintenance, usage." },
      { name: "Exposure", description: "Assets, findings, scans, audits, identity." },
      { name: "Settings", description: "Keys, people, companies, remote parts, plan, audit log." },
    ],
    schemas: [
      SessionSchema,
      OwnAccountSchema,
      PersonSchema,
      InvitationSchema,
      ApiKeySchema,
      ...declarationSchemas,
      AuditLogRowSchema,
      CompanyRowSchema,
      SiteRowSchema,
      WindowRowSchema,
      SensorRowSchema,
      SensorPageSchema,
      SensorFacetsSchema,
      ...historySchemas,
      IncidentRowSchema,
      IncidentPageSchema,
      UsageByCompanySchema,
      CollectorRowSchema,
      ...assetConsoleSchemas,
      ...serviceConsoleSchemas,
      ...packageConsoleSchemas,
      ...findingConsoleSchemas,
      ...scanConsoleSchemas,
      ...identityConsoleSchemas,
      ...directoryConsoleSchemas,
      AuditRowSchema,
      AuditPageSchema,
      BundleRowSchema,
      ...auditRunConsoleSchemas,
      ...errandSchemas,
      FeedStateSchema,
      MonitorOverviewSchema,
      ExposureOverviewSchema,
      ProbeRowSchema,
      AgentRowSchema,
      AgentPageSchema,
      AgentTokenSchema,
    ],
    routes: (app) => {
      addSessionRoute(app, deps);
      addSignInRoutes(app, deps);
      addSetUpRoute(app, deps);
      addPasswordLinkRoutes(app, deps);
      addJoinRoutes(app, deps);
      addAccountRoutes(app, deps);
      addSecondFactorRoutes(app, deps);
      addPasskeyRoutes(app, deps);
      addLiveRoute(app, deps);
      addMonitorOverviewRoute(app);
      addExposureOverviewRoute(app);
      addSensorConsoleRoutes(app);
      addSensorsChangeRoutes(app, { changeSensors, deleteSensors });
      addHistoryRoutes(app, { listOutages, listOutagesAbove });
      addIncidentConsoleRoutes(app);
      addErrandRoutes(app, deps);
      addUsageConsoleRoutes(app);
      addCollectorConsoleRoutes(app);
      addScheduleRoutes(app);
      addAssetConsoleRoutes(app, { setAssetTags });
      addServiceConsoleRoutes(app, { readAssetRow });
      addPackageConsoleRoutes(app, { readAssetRow });
      addExportConsoleRoutes(app);
      addFindingConsoleRoutes(app, { exposureLock, rescoreAssets });
      addScanConsoleRoutes(app);
      addScanRunRoutes(app);
      addDirectoryConsoleRoutes(app);
      addIdentityConsoleRoutes(app);
      addIdentityExceptionRoutes(app);
      addAuditConsoleRoutes(app);
      addBundleConsoleRoutes(app);
      addAuditRunConsoleRoutes(app);
      addAuditExceptionRoutes(app);
      addFeedRoutes(app, deps);
      addProbeConsoleRoutes(app);
      addAgentConsoleRoutes(app, { placeAgent, retireAgent });
      addAgentTokenRoutes(app);
      addDeclarationRoutes(app, deps);
      addMaintenanceRoutes(app);
      addSiteConsoleRoutes(app);
      addCompanyRoutes(app);
      addAuditLogRoutes(app);
      addApiKeyRoutes(app);
      addPeopleRoutes(app);
    },
  };
}

/** For a description: whatever is asked of it is a mistake, because nothing runs. */
export function noDeps(): ConsoleDeps {
  const asked = (): never => {
    throw new Error("a dependency was asked for while the routes were added");
  };
  return {
    get accounts() {
      return asked();
    },
    get attempts() {
      return asked();
    },
    get database() {
      return asked();
    },
    get now() {
      return asked();
    },
    get live() {
      return asked();
    },
    get feedSync() {
      return asked();
    },
    get box() {
      return asked();
    },
    get sensorRules() {
      return asked();
    },
  };
}
