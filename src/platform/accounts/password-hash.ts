/** scrypt with N = 16384, r = 16, p = 1 and a salt of its own, off the main thread: as the accounts library checks it. */
export async function hashPassword(password: string): Promise<string> {
  const library = await import("better-auth/crypto");
  return library.hashPassword(password);
}

/** Whether the hash is of that password. */
export async function verifyPassword(data: { hash: string; password: string }): Promise<boolean> {
  const library = await import("better-auth/crypto");
  return library.verifyPassword(data);
}
