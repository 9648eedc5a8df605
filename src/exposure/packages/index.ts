export { PackageListSchema, PackageSchema } from "./listed-package.ts";
export { addPackageRoutes } from "./package.routes.ts";
export { listPackages, listPackagesOf } from "./package.queries.ts";
export type { PackageChange } from "./save-packages.ts";
export { savePackages } from "./save-packages.ts";
export { addPackageConsoleRoutes, packageConsoleSchemas } from "./package.console.routes.ts";
