import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "#test/source-files";
import { darkColours, lightColours } from "../../console/src/app/colours.ts";
import { chartLook } from "../../console/src/kit/chart-colors.ts";

type Scheme = "light" | "dark";
type Rgb = readonly [number, number, number];

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The marks' own colours, as `light-dark(#…, #…)`. */
const own = read("console/src/app/global.css");
const library = read("console/node_modules/@mantine/core/styles/default-css-variables.css");

function declared(css: string): Record<string, string> {
  return Object.fromEntries(
    css
      .matchAll(/(?<name>--[\w-]+):\s*(?<value>[^;]+);/g)
      .map(({ groups }) => [groups?.["name"] ?? "", groups?.["value"] ?? ""]),
  );
}

/** The part of the library's file for all schemes, or for one. */
function libraryFor(scheme: Scheme): Record<string, string> {
  const [palette = "", dark = "", light = ""] = library.split(/:host\(.*?\)\s*\{/);
  return { ...declared(palette), ...declared(scheme === "dark" ? dark : light) };
}

/** All names that have a colour in the scheme; the later ones win, as in the browser. */
function variablesOf(scheme: Scheme): Record<string, string> {
  const ours = scheme === "dark" ? darkColours : lightColours;
  return { ...libraryFor(scheme), ...declared(own), ...ours };
}

/** Works out what a browser would draw for a value. */
function colourOf(value: string, scheme: Scheme, variables: Record<string, string>): Rgb {
  const of = (inner: string) => colourOf(inner.trim(), scheme, variables);
  const hex = /^#(?<digits>[\da-f]{3}|[\da-f]{6})$/i.exec(value)?.groups?.["digits"];
  if (hex !== undefined) {
    const six = hex.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex;
    return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16)) as unknown as Rgb;
  }
  const name = /^var\((?<name>--[\w-]+)\)$/.exec(value)?.groups?.["name"];
  if (name !== undefined) return of(variables[name] ?? `nothing is called ${name}`);
  const either = /^light-dark\((?<light>#\w+), (?<dark>#\w+)\)$/.exec(value)?.groups;
  if (either !== undefined) return of(either[scheme] ?? "");
  const mix = /^color-mix\(in srgb, (?<a>.+) (?<share>\d+)%, (?<b>.+)\)$/.exec(value)?.groups;
  if (mix !== undefined) {
    return blend(of(mix["a"] ?? ""), of(mix["b"] ?? ""), Number(mix["share"]) / 100);
  }
  throw new Error(`not a colour: ${value}`);
}

function blend(over: Rgb, under: Rgb, share: number): Rgb {
  const [r, g, b] = over.map((part, at) => part * share + (under[at] ?? 0) * (1 - share));
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** What words stand on: pages, sheets that open above them, rows of tables that are pointed at or chosen, cells of code. */
const grounds: Record<Scheme, Record<string, string>> = {
  light: {
    page: "var(--mantine-color-body)",
    "row that is pointed at": "var(--mantine-color-gray-0)",
    "row that is chosen": "var(--mantine-color-teal-0)",
  },
  dark: {
    page: "var(--mantine-color-body)",
    "row that is pointed at, or sheet above the page": "var(--mantine-color-dark-6)",
    "row that is chosen": "color-mix(in srgb, #12b886 12%, var(--mantine-color-body))",
  },
};

const tints = [
  ...new Set(Object.keys(lightColours).map((name) => /color-(\w+)-light$/.exec(name)?.[1])),
]
  .filter((name) => name !== undefined)
  .toSorted();

/** WCAG 2.2, 1.4.3: words. */
const enough = 4.5;
/** WCAG 2.2, 1.4.11: what else has to be seen to be understood. */
const enoughOfShapes = 3;

/** What bars and rings are filled on. */
const tracks: Record<Scheme, string> = {
  light: "var(--mantine-color-gray-2)",
  dark: "var(--mantine-color-dark-4)",
};

for (const scheme of ["light", "dark"] as const) {
  const variables = variablesOf(scheme);
  const ratio = (text: string, ground: string) =>
    contrast(colourOf(text, scheme, variables), colourOf(ground, scheme, variables));
  const tooPale = (
    pairs: readonly (readonly [text: string, ground: string])[],
    least: number = enough,
  ) =>
    pairs
      .filter(([text, ground]) => ratio(text, ground) < least)
      .map(([text, ground]) => `${text} on ${ground}: ${ratio(text, ground).toFixed(2)}`);

  const marks = Object.keys(declared(own)).filter((name) => /^--(?:status|severity)-/.test(name));
  assert.ok(marks.length >= 9, "the marks have colours");

  test(`what tells a state, and quieter words, can be read on whatever they stand on (${scheme})`, () => {
    const quiet = ["dimmed", "error", "anchor", "text"].map((use) => `--mantine-color-${use}`);
    const pairs = [...marks, ...quiet].flatMap((name) =>
      Object.values(grounds[scheme]).map((ground) => [`var(${name})`, ground] as const),
    );
    assert.deepEqual(tooPale(pairs), []);
  });

  test(`words and links can be read on the tint of every colour, and its own words on it as well (${scheme})`, () => {
    assert.ok(tints.length >= 13, "colours have tints");
    const pairs = tints.flatMap((colour) => {
      const tint = `var(--mantine-color-${colour}-light)`;
      const words = [`${colour}-light-color`, "text", "anchor"];
      return words.map((word) => [`var(--mantine-color-${word})`, tint] as const);
    });
    assert.deepEqual(tooPale(pairs), []);
  });

  test(`how far a bar is filled, what can be chosen, and the lines of charts can be seen (${scheme})`, () => {
    const bars = marks.map((name) => [`var(${name})`, tracks[scheme]] as const);
    const edges = Object.values(grounds[scheme]).map(
      (ground) => ["var(--control-edge)", ground] as const,
    );
    const lines = Object.values(chartLook(scheme).lines).map(
      (colour) => [colour, "var(--mantine-color-body)"] as const,
    );
    assert.deepEqual(tooPale([...bars, ...edges, ...lines], enoughOfShapes), []);
  });

  test(`words in any colour can be read on the page (${scheme})`, () => {
    const pairs = tints.flatMap((colour) =>
      ["text", "outline"].map(
        (use) => [`var(--mantine-color-${colour}-${use})`, "var(--mantine-color-body)"] as const,
      ),
    );
    assert.deepEqual(tooPale(pairs), []);
  });
}
