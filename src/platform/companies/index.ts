export { keepCompanies, listCompanies, lockCompanies } from "./company.queries.ts";
export type { Company } from "./company.ts";
export type { CompanyChanges } from "./save-companies.ts";
export { saveCompanies } from "./save-companies.ts";
export { renameCompany } from "./company.queries.ts";
export { CompanyRowSchema } from "./company-row.ts";
export { addCompanyRoutes } from "./company.routes.ts";
