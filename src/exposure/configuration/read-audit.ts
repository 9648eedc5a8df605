import { isHostTag } from "#exposure/agents";
import { isProfileId, memoryLimitsMb, timeLimitsSec } from "#exposure/audits";
import {
  type Path,
  type Violation,
  findRepeats,
  findViolations,
  isMapping,
} from "#platform/declarations";
import { Compile } from "typebox/compile";
import type { DeclaredAudit } from "./configuration.ts";
import { findScheduleFaults } from "./find-schedule-faults.ts";
import { auditSchema } from "./item-schemas.ts";

type Item = Readonly<Record<string, unknown>>;

const schema = Compile(auditSchema);

/**
 * Reads one entry of `audits`.
 *
 * @returns the audit with its defaults, or `null` and everything that is wrong with it.
 */
export function readAudit(
  item: unknown,
  path: Path,
): { audit: DeclaredAudit | null; violations: Violation[] } {
  const violations = findViolations(auditSchema, item, path);
  if (isMapping(item)) {
    violations.push(
      ...findProfileFaults(item, path),
      ...findTagFaults(item, path),
      ...findScheduleFaults(item, path),
    );
  }
  if (violations.length > 0 || !schema.Check(item)) return { audit: null, violations };
  const { name, bundle, profile, site, tags, schedule, timezone, limits } = item;
  const audit: DeclaredAudit = {
    name,
    bundle,
    profile,
    site: site ?? null,
    tags: tags ?? [],
    schedule: schedule ?? null,
    timeZone: timezone ?? null,
    enabled: item.enabled ?? true,
    timeLimitSec: limits?.timeMinutes === undefined ? timeLimitsSec.usual : limits.timeMinutes * 60,
    memoryLimitMb: limits?.memoryMb ?? memoryLimitsMb.usual,
    keepArf: item.keepArf ?? false,
  };
  return { audit, violations };
}

function findProfileFaults({ profile }: Item, path: Path): Violation[] {
  if (typeof profile !== "string" || profile === "" || isProfileId(profile)) return [];
  const message = "must be the id of a profile, or its end: letters, digits, dots, dashes and _";
  return [{ path: [...path, "profile"], message }];
}

/** A tag that no host can have would choose none. */
function findTagFaults({ tags }: Item, path: Path): Violation[] {
  if (!Array.isArray(tags)) return [];
  const message = "must be a tag: letters, digits and . _ : -";
  const wrong = tags.flatMap((tag: unknown, i): Violation[] =>
    typeof tag !== "string" || tag === "" || isHostTag(tag)
      ? []
      : [{ path: [...path, "tags", i], message }],
  );
  return [...wrong, ...findRepeats(tags, [...path, "tags"])];
}
