import type { Page } from "playwright-core";

/** What scrolling costs the page, and what one sees of it. */
export interface ScrollFigures {
  /** CPU milliseconds of the page's main thread for each frame, in the mean: scripts, styles, layout, painting. */
  mainThreadMs: number;
  /** The longest time for which it did nothing else, in milliseconds of the clock (W3C Long Tasks); 0: never 50 ms. */
  longestTaskMs: number;
  /** From each picture to the next. */
  gapsMs: readonly number[];
}

const frames = 300;
/** Before these the browser is still at other things. */
const framesToBegin = 5;
/** As high as the table draws its rows, in CSS pixels. */
const rowHeight = 40;

/** Scrolls the page's table down, by so many rows in each frame. */
export async function scrollTable(page: Page, rowsInFrame: number): Promise<ScrollFigures> {
  await page.locator("[role=row][aria-rowindex='3'] a").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busySec = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const before = await busySec();
  const { gaps, longest } = await page.evaluate<{ gaps: number[]; longest: number }>(
    `new Promise((resolve) => {
      const table = document.querySelector("[role=table]");
      const gaps = [];
      const tasks = [];
      new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask" });
      let before = performance.now();
      const draw = (now) => {
        gaps.push(now - before);
        before = now;
        table.scrollTop += ${rowsInFrame * rowHeight};
        if (gaps.length < ${frames}) requestAnimationFrame(draw);
        else resolve({ gaps, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) });
      };
      requestAnimationFrame(draw);
    })`,
  );
  const after = await busySec();
  return {
    mainThreadMs: ((after - before) * 1000) / frames,
    longestTaskMs: longest,
    gapsMs: gaps.slice(framesToBegin),
  };
}
