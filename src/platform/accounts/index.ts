export type { AccountDeps } from "./account-deps.ts";
export type { Accounts, AccountRequest } from "./accounts.ts";
export { createAccounts } from "./accounts.ts";
export type { Attempts } from "./attempts.ts";
export { attemptsPerAccount, attemptsPerAddress, createAttempts } from "./attempts.ts";
export { SessionSchema, addSessionRoute } from "./session.routes.ts";
export { addSignInRoutes } from "./sign-in.routes.ts";
export { makeSetUpToken } from "./set-up.ts";
export { addSetUpRoute } from "./set-up.routes.ts";
