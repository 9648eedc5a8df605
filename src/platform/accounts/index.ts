export type { AccountDeps } from "./account-deps.ts";
export { OwnAccountSchema, addAccountRoutes } from "./account.routes.ts";
export type { AccountRequest, Accounts } from "./accounts.ts";
export { createAccounts } from "./accounts.ts";
export type { Attempts } from "./attempts.ts";
export {
  attemptsOfStrangers,
  attemptsPerAccount,
  attemptsPerAddress,
  countAttempt,
  createAttempts,
} from "./attempts.ts";
export { forgetExpired } from "./forget-expired.ts";
export { addPasswordLinkRoutes, addSetUpRoute } from "./link.routes.ts";
export { deletePasswordLinksIn, deletePasswordLinksOf } from "./one-time-link.queries.ts";
export { hashToken, newToken } from "./one-time-token.ts";
export { deleteSessions } from "./own-account.queries.ts";
export { addPasskeyRoutes } from "./passkey.routes.ts";
export { makePasswordToken } from "./password-link.ts";
export { checkEmail, checkName, checkPassword, normalEmail } from "./person.ts";
export { addSecondFactorRoutes } from "./second-factor.routes.ts";
export { SessionSchema, addSessionRoute } from "./session.routes.ts";
export { makeSetUpToken } from "./set-up.ts";
export { addSignInRoutes, signInWithPassword } from "./sign-in.routes.ts";
export type { NewUser, User } from "./user.queries.ts";
export { findUserByEmail, insertUser, lockUser } from "./user.queries.ts";
export { hashPassword } from "./password-hash.ts";
