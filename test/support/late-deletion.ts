/** A deletion whose answer comes late: after everybody else has heard of it. */
import type { Page } from "playwright-core";

/**
 * Holds back the answer to the page's deletion of what it shows.
 *
 * @param isKnown ends once another page knows that it is gone.
 * @returns what the page asks of it after that, which is filled as it does.
 */
export async function answerDeletionLate(
  page: Page,
  noun: "scans" | "sensors",
  isKnown: () => Promise<void>,
): Promise<readonly string[]> {
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const asked: string[] = [];
  await page.route(new RegExp(`/api/tenants/[^?]*${noun}`), async (route) => {
    const request = route.request();
    if (request.method() === "DELETE" || request.url().endsWith("/deletions")) {
      page.on("request", (later) => {
        if (later.url().includes(id)) asked.push(`${later.method()} ${later.url()}`);
      });
      const response = await route.fetch();
      await isKnown();
      await route.fulfill({ response });
    } else await route.continue();
  });
  return asked;
}
