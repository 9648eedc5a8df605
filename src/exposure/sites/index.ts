export { SiteListSchema, SiteSchema } from "./listed-site.ts";
export { addSiteRoutes } from "./site.routes.ts";
