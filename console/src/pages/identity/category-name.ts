import { type TextKey, t } from "../../text/text.ts";

const names: Readonly<Record<string, TextKey>> = {
  accounts: "identity.category.accounts",
  privileged_access: "identity.category.privileged_access",
  kerberos: "identity.category.kerberos",
  delegation: "identity.category.delegation",
  passwords: "identity.category.passwords",
  permissions: "identity.category.permissions",
  domain_settings: "identity.category.domain_settings",
  trusts: "identity.category.trusts",
  certificate_services: "identity.category.certificate_services",
  stale_objects: "identity.category.stale_objects",
  conditional_access: "identity.category.conditional_access",
  privileged_roles: "identity.category.privileged_roles",
  authentication_methods: "identity.category.authentication_methods",
  applications: "identity.category.applications",
  consent: "identity.category.consent",
  guests: "identity.category.guests",
  hybrid_identity: "identity.category.hybrid_identity",
};

/** All categories of rules that are known here. */
export const categories: readonly string[] = Object.keys(names);

/** What a category of rules is called; a newer probe may know more of them. */
export function categoryName(category: string): string {
  const key = names[category];
  return key === undefined ? category : t(key);
}
