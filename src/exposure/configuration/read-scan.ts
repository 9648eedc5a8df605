import { InvalidPortList, parsePortList } from "#lib/port-list";
import { type Path, type Violation, findViolations, isMapping } from "#platform/declarations";
import { Compile } from "typebox/compile";
import type { DeclaredScan } from "./configuration.ts";
import { findScheduleFaults } from "./find-schedule-faults.ts";
import { scanSchema } from "./item-schemas.ts";
import { readBudget } from "./read-budget.ts";
import { findTargetFaults } from "./target-faults.ts";

type Item = Readonly<Record<string, unknown>>;

const schema = Compile(scanSchema);

/** The most used thousand: what `top-N` can go up to. */
const mostTopPorts = 1000;
const defaultConnectTimeoutMs = 1000;

/**
 * Reads one entry of `scans`.
 *
 * @returns the scan with its defaults, or `null` and everything that is wrong with it.
 */
export function readScan(
  item: unknown,
  path: Path,
): { scan: DeclaredScan | null; violations: Violation[] } {
  if (!isMapping(item)) {
    const violations = findViolations(scanSchema, item, path);
    return { scan: null, violations };
  }
  const { budget: declaredBudget, ...rest } = item;
  const { budget, violations: wrongRates } = readBudget(declaredBudget, [...path, "budget"]);
  const violations = [
    ...findViolations(scanSchema, rest, path),
    ...wrongRates,
    ...findTargetFaults(rest, path),
    ...findPortFaults(rest, path),
    ...findScheduleFaults(rest, path),
    ...findMeaninglessKeys(rest, path),
  ];
  // A value that was refused where it was read stands here as `undefined`; its place has been told already.
  if (violations.length > 0 || !schema.Check(rest)) return { scan: null, violations };
  const { targets, exclude = [], ports, udpPorts, schedule, timezone } = rest;
  const isFull = rest.type === "full";
  const scan: DeclaredScan = {
    name: rest.name,
    site: rest.site,
    probe: rest.probe ?? null,
    scanType: rest.type,
    targets,
    schedule: schedule ?? null,
    timeZone: timezone ?? null,
    enabled: rest.enabled ?? true,
    settings: {
      exclude,
      tcpPorts: ports ?? `top-${mostTopPorts}`,
      udpPorts: udpPorts === "none" || !isFull ? null : (udpPorts ?? "common"),
      budget,
      connectTimeoutMs: rest.connectTimeoutMs ?? defaultConnectTimeoutMs,
      includeFragile: rest.includeFragile ?? false,
      allowNmap: rest.nmap ?? isFull,
    },
  };
  return { scan, violations };
}

function findPortFaults({ ports, udpPorts }: Item, path: Path): Violation[] {
  const found: Violation[] = [];
  if (typeof ports === "string" && ports !== "") {
    const [, count] = /^top-(\d{1,9})$/.exec(ports) ?? [];
    const fault = count === undefined ? listFault(ports, "top-100") : topFault(Number(count));
    if (fault !== null) found.push({ path: [...path, "ports"], message: fault });
  }
  if (typeof udpPorts === "string" && !["", "common", "none"].includes(udpPorts)) {
    const fault = listFault(udpPorts, "common, none");
    if (fault !== null) found.push({ path: [...path, "udpPorts"], message: fault });
  }
  return found;
}

function topFault(count: number): string | null {
  return count >= 1 && count <= mostTopPorts ? null : `must be top-1 to top-${mostTopPorts}`;
}

function listFault(text: string, words: string): string | null {
  try {
    parsePortList(text);
    return null;
  } catch (error) {
    if (!(error instanceof InvalidPortList)) throw error;
    return `must be ${words} or a list such as 22,80,8000-8100: ${error.message}`;
  }
}

/** What says something that this scan would never heed is a mistake, and better told now. */
function findMeaninglessKeys(item: Item, path: Path): Violation[] {
  const { type } = item;
  const pointless = [
    ...(type === "discovery" ? ["ports"] : []),
    ...(type === "discovery" || type === "ports" ? ["udpPorts", "includeFragile", "nmap"] : []),
  ].filter((key) => Object.hasOwn(item, key));
  return pointless.map((key) => ({
    path: [...path, key],
    key: true,
    message: `has no meaning in a scan of type ${String(type)}; leave it out`,
  }));
}
