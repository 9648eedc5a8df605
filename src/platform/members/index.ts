export type { Membership, Need, Role } from "./member.ts";
export { matchNeed, roles, scopesOfRole } from "./member.ts";
export {
  countOwners,
  deleteMember,
  findMembership,
  listMembershipsOfUser,
  upsertMember,
} from "./member.queries.ts";
