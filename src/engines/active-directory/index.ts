export type {
  Account,
  Ace,
  CertificateAuthority,
  CertificateTemplate,
  DirectoryObject,
  DnKey,
  DnsZone,
  Domain,
  ForeignPrincipal,
  Group,
  GroupPolicy,
  IssuancePolicy,
  PasswordPolicy,
  PasswordSettings,
  SecurityDescriptor,
  Sid,
  Trust,
  Unit,
} from "./domain.ts";
export type { ForeignMember } from "./membership.ts";
export type { Privileges } from "./privileges.ts";
export { isForEverybody, privilegesOf } from "./privileges.ts";
export { ridOf, rids, sidIn, sidInRoot, sids } from "./well-known-sids.ts";
export { DamagedValue } from "./damaged-value.ts";
export { dnKey } from "./dn-key.ts";
export { fileTime, fileTimeSpan, generalizedTime } from "./file-time.ts";
export { guidText } from "./guid.ts";
export { createDescriptorReader } from "./security-descriptor.ts";
export { sidText } from "./sid.ts";
