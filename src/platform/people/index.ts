export { isInvited } from "./invitation.queries.ts";
