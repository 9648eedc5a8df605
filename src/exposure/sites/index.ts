export { SiteListSchema, SiteSchema } from "./listed-site.ts";
export { addSiteRoutes } from "./site.routes.ts";
export { deleteSites, saveSites } from "./save-sites.ts";
export { listSiteRows } from "./site.queries.ts";
export type { Site } from "./site.ts";
export { renameSite } from "./site.queries.ts";
export { SiteRowSchema } from "./site-row.ts";
export { addSiteConsoleRoutes } from "./site.console.routes.ts";
