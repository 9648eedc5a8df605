import { createContext, useContext } from "react";

export type Role = "owner" | "administrator" | "operator" | "viewer";

/** The tenant that is looked at, and what the person is in it. */
export interface Tenant {
  id: string;
  name: string;
  role: Role;
  /** A viewer that sees some companies only; `null`: all. */
  companyIds: readonly string[] | null;
}

export const TenantContext = createContext<Tenant | null>(null);

/** The tenant of the page. */
export function useTenant(): Tenant {
  const tenant = useContext(TenantContext);
  if (tenant === null) throw new Error("this page is of no tenant");
  return tenant;
}

/** The server's own rule (src/platform/members/member.ts), to say beforehand what it would refuse. */
export function may(role: Role, need: "operate" | "administer"): boolean {
  return need === "operate" ? role !== "viewer" : role === "owner" || role === "administrator";
}

/** Whether the person may do it here; a control that may not be used is disabled, and says why. */
export function useMay(need: "operate" | "administer"): boolean {
  return may(useTenant().role, need);
}
