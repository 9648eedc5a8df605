import { isReachable } from "./reachable.ts";

const laterMs = 1_500;

/** What the first page can do without gives way to what it needs. */
export function later(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, laterMs);
  });
}

const againMs = 5_000;

/** So often a part is asked for that a server which is there does not give: it may just have come back. */
const mostTries = 3;

/**
 * Loads a part of a page that the page can do without for a while. While the server is away it waits for it: a part that
 * failed would take away what is around it.
 *
 * @throws what loading threw, when the server is there and still does not give it: it is older than this page, or broken.
 */
export async function inTime<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ;) {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) tries += 1;
      if (tries > mostTries) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, againMs);
    });
  }
}
