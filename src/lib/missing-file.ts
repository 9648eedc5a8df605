/** Whether a file could not be had because there is nothing at its path. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** For `catch`: `null` where there is nothing at that path. @throws the error when it is another one. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
