import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { language } from "../text/text.ts";
import { type ChartLook, chartLook } from "./chart-colors.ts";
import type { ChartLine, ChartShade } from "./time-chart.tsx";

const height = 200;
const fewMinutes = 5 * 60_000;
const dayMs = 86_400_000;
const clock = new Intl.DateTimeFormat(language, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
const month = new Intl.DateTimeFormat(language, { month: "short", year: "numeric" });

export interface CanvasProps {
  at: readonly number[];
  fromAt: number;
  toAt: number;
  lines: readonly ChartLine[];
  shades: readonly ChartShade[];
  format: (value: number) => string;
  /** The top of the scale, when it is known: 100 for percent. */
  most?: number;
  /** Which point is read out; `null`: none. */
  point: number | null;
  onPoint: (point: number | null) => void;
}

/** The picture of a chart, for those who see it; everything in it is said in words around it. Loaded when first shown. */
export function TimeChartCanvas(props: CanvasProps) {
  const { at, lines, point, onPoint } = props;
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const shape = lines.map(({ label, color, faint }) => `${label} ${color} ${faint}`).join("\n");

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const plot = new uPlot(
      optionsOf(latest, chartLook(scheme), element.clientWidth),
      dataOf(latest.current),
      element,
    );
    chart.current = plot;
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, [scheme, shape]);

  useEffect(() => {
    chart.current?.setData(dataOf(latest.current));
  }, [at, lines]);

  useEffect(() => {
    const plot = chart.current;
    if (plot === null || plot.cursor.idx === point) return;
    const left = point === null ? -10 : plot.valToPos(at[point] ?? 0, "x");
    plot.setCursor({ left, top: 10 }, false);
  }, [point, at]);

  return <div ref={host} onMouseLeave={() => onPoint(null)} />;
}

function dataOf({ at, lines }: CanvasProps): uPlot.AlignedData {
  return [[...at], ...lines.map(({ values }) => [...values])];
}

function optionsOf(
  latest: { readonly current: CanvasProps },
  look: ChartLook,
  width: number,
): uPlot.Options {
  const axis = {
    stroke: look.text,
    grid: { stroke: look.grid, width: 1 },
    ticks: { stroke: look.grid, width: 1, size: 4 },
    font: "12px system-ui, sans-serif",
  };
  return {
    width,
    height,
    ms: 1,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: true, range: () => [latest.current.fromAt, latest.current.toAt] },
      y: {
        range: (_plot, _min, max) => [0, latest.current.most ?? Math.max((max ?? 0) * 1.08, 0.001)],
      },
    },
    axes: [
      { ...axis, space: 70, size: 34, values: (_plot, splits) => timeLabels(splits) },
      {
        ...axis,
        size: 80,
        values: (_plot, splits) => splits.map((value) => latest.current.format(value)),
      },
    ],
    series: [
      {},
      ...latest.current.lines.map(({ label, color, faint = false }) => ({
        label,
        stroke: look.lines[color],
        width: faint ? 1 : 2,
        alpha: faint ? 0.65 : 1,
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      drawClear: [(plot) => drawShades(plot, latest.current.shades, look.shade)],
      setCursor: [({ cursor }) => latest.current.onPoint(cursor.idx ?? null)],
    },
  };
}

/** Clock times within days, dates within months, months within years: in the viewer's zone. */
function timeLabels(splits: readonly number[]): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  return splits.map((at) => {
    if (step >= 28 * dayMs) return month.format(at);
    if (step >= dayMs - fewMinutes) return day.format(at);
    const isMidnight = clock.format(at) === "00:00" || clock.format(at) === "24:00";
    return isMidnight ? day.format(at) : clock.format(at);
  });
}

function drawShades(plot: uPlot, shades: readonly ChartShade[], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = color;
  for (const { fromAt, toAt } of shades) {
    const left = Math.max(bbox.left, plot.valToPos(fromAt, "x", true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(toAt, "x", true));
    if (right > left) ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
  }
  ctx.restore();
}
