const laterMs = 1_500;

/** What the first page can do without gives way to what it needs. */
export function later(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, laterMs);
  });
}

const againMs = 5_000;

/**
 * Loads a part of a page that the page can do without for a while: as often as it takes. A part that failed would take away
 * what is around it.
 */
export async function inTime<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    const part = await load().catch(() => null);
    if (part !== null) return part;
    await new Promise((resolve) => {
      setTimeout(resolve, againMs);
    });
  }
}
