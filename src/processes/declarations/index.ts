export type { DeclarationDeps } from "./declaration.routes.ts";
export { addDeclarationRoutes, declarationSchemas } from "./declaration.routes.ts";
