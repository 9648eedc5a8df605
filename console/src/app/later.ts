const laterMs = 1_500;

/** What the first page can do without gives way to what it needs. */
export function later(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, laterMs);
  });
}
