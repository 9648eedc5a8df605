import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { root } from "#test/source-files";

/** What a browser says of a page that it has just opened with an empty cache. */
export interface PageFigures {
  /** Milliseconds from the request to the first text or picture on screen (W3C Paint Timing). */
  firstPaintMs: number;
  /** Until what the page is for is there: rows, or headings with their content. */
  contentMs: number;
  /** Of all scripts that it loaded, as gzip has them. */
  scriptBytes: number;
}

/**
 * Waits until the page shows its content, and asks the browser for figures.
 *
 * @param content what is there only once the server's answers are.
 */
export async function readPageFigures(page: Page, content: string): Promise<PageFigures> {
  await page.locator(content).first().waitFor();
  const { firstPaintMs, contentMs, scripts } = await page.evaluate(() => ({
    contentMs: performance.now(),
    firstPaintMs:
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    scripts: performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith(".js")),
  }));
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (path) => {
      const script = path.includes("/assets/") ? path.slice(path.lastIndexOf("/assets/")) : path;
      return gzipSync(await readFile(join(root, "console/dist", script)), { level: 9 }).length;
    }),
  );
  return { firstPaintMs, contentMs, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** How many files the build has, for the note; parts of builds before may still lie beside them. */
export async function countScripts(): Promise<number> {
  const text = await readFile(join(root, "console/dist/manifest.json"), "utf8");
  const parts = Object.values(JSON.parse(text) as Record<string, { file: string }>);
  return new Set(parts.map(({ file }) => file).filter((file) => file.endsWith(".js"))).size;
}
