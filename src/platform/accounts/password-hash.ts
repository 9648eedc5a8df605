/** scrypt with N = 16384, r = 16, p = 1 and a salt of its own, off the main thread: as the accounts library checks it. */
export { hashPassword, verifyPassword } from "better-auth/crypto";
