/** Debian's Chromium, one for each test file, without a window: built without one, it computes a third less. */
import assert from "node:assert/strict";
import { after } from "node:test";
import axe from "axe-core";
import { type Browser, type Cookie, type Page, chromium } from "playwright-core";
import { afternoonZone } from "#test/distant-times";
import { patienceMs } from "#test/processes";

/** It shall do nothing but what it is told: no sandbox, because tests run as root; no calls home. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser: Promise<Browser> | undefined;
after(async () => {
  await (await browser)?.close();
});

export interface PageOptions {
  url: string;
  /** CSS pixels; an ordinary window unless told. */
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Colours of the system's own, such as those of high contrast. */
  forcedColors?: "active";
  /** Those of one who has signed in. */
  cookies?: readonly Pick<Cookie, "name" | "value">[];
  /** Errors that the test provokes: everything else that the page reports as an error fails it. */
  expectedErrors?: readonly RegExp[];
  /** The viewer's zone; one where it is afternoon, unless told. */
  timezoneId?: string;
  /** For a server whose certificate nobody vouches for. */
  trustsAnyCertificate?: boolean;
}

/** A narrow phone. */
export const phone = { width: 375, height: 740 } as const;

/** A page of its own profile. */
export interface OpenPage {
  page: Page;
  /** Closes it. @throws AssertionError when the page reported an error, or its policy was violated. */
  close(): Promise<void>;
}

/** Opens the address. What the page writes to its console as an error is held against it when it is closed. */
export async function openPage(options: PageOptions): Promise<OpenPage> {
  const { url, viewport = { width: 1280, height: 860 }, colorScheme = "light" } = options;
  browser ??= chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: flags });
  const context = await (
    await browser
  ).newContext({
    viewport,
    colorScheme,
    forcedColors: options.forcedColors ?? "none",
    locale: "en-GB",
    timezoneId: options.timezoneId ?? afternoonZone,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ignoreHTTPSErrors: options.trustsAnyCertificate ?? false,
  });
  context.setDefaultTimeout(patienceMs);
  await context.addCookies(
    (options.cookies ?? []).map(({ name, value }) => ({ name, value, url: new URL(url).origin })),
  );
  const page = await context.newPage();
  const errors: string[] = [];
  const note = (text: string): void => {
    if (!(options.expectedErrors ?? []).some((expected) => expected.test(text))) errors.push(text);
  };
  page.on("pageerror", (error) => note(error.stack ?? error.message));
  page.on("console", (message) => {
    // With the address: a refusal of the server is told here as well.
    if (message.type() === "error") note(`${message.text()} ${message.location().url}`);
  });
  await page.goto(url);
  return {
    page,
    async close() {
      // Nothing that is told later, while things end around it, counts.
      const told = [...errors];
      await context.close();
      assert.deepEqual(told, [], `${url} reported errors`);
    },
  };
}

/** Waits until everything that the page asked for is there. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await nothingIsBusy(page);
}

/** Parts that are read, and rows that an answer on its way will replace: these are dimmed so long. */
const nothingIsBusy = (page: Page): Promise<void> =>
  page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });

/**
 * Holds the page against WCAG 2.2 AA, once what it asked for is there.
 *
 * @param part where the same page was held against the rest already: only its colours, or all but them.
 * @throws AssertionError naming each serious or critical violation and where it is.
 */
export async function assertAccessible(
  page: Page,
  what = page.url(),
  part: "all" | "colours" | "structure" = "all",
): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  await nothingIsBusy(page);
  await page.evaluate(axe.source);
  const options: axe.RunOptions =
    part === "colours"
      ? { runOnly: { type: "rule", values: ["color-contrast"] } }
      : {
          runOnly: { type: "tag", values: tags },
          rules: {
            // Its makers call it experimental: it does not know that a gap is a space.
            "label-content-name-mismatch": { enabled: false },
            "color-contrast": { enabled: part === "all" },
          },
        };
  const violations = await page.evaluate(async (how) => {
    const { axe: engine } = globalThis as unknown as { axe: typeof axe };
    const result = await engine.run(how);
    return result.violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, help, nodes }) => ({
        id,
        help,
        places: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
      }));
  }, options);
  assert.deepEqual(violations, [], `${what} is not accessible`);
}

/** @throws AssertionError when the page as a whole is wider than its window. */
export async function assertFits(page: Page): Promise<void> {
  const excess = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  assert.ok(excess <= 0, `${page.url()} is ${excess} pixels wider than its window`);
}
