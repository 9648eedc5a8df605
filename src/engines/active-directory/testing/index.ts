/* What tests of other rooms build domains with. */
export { makeDomain } from "./make-domain.ts";
export {
  daysAgo,
  descriptor,
  domainDn,
  domainSid,
  makeAccount,
  makeComputer,
  makeGroup,
  makeObject,
  makePasswordSettings,
  makeTrust,
  makeUnit,
  readAt,
} from "./make-objects.ts";
export { aceBytes, descriptorBytes, sidBytes } from "./write-descriptor.ts";
