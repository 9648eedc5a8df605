export { isInvited } from "./invitation.queries.ts";
export { invitePerson } from "./invite-person.ts";
export { addJoinRoutes } from "./join.routes.ts";
export { issuePasswordLink } from "./issue-password-link.ts";
export { InvitationSchema, PersonSchema, addPeopleRoutes } from "./people.routes.ts";
export { listEverybody } from "./person.queries.ts";
export { removeMember } from "./remove-member.ts";
