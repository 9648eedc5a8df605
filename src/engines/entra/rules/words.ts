import type { RuleText } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";

const dayMs = 86_400_000;
/** What a Date can hold, ECMA-262 21.4.1.1. */
const furthestMs = 8.64e15;

/** Whole days from a time until `now`, both in Unix epoch milliseconds; negative: it lies ahead. */
export function daysSince(at: number, now: number): number {
  return Math.floor((now - at) / dayMs);
}

/** `2026-05-01`; `an unknown day` of what no calendar holds. */
function isoDay(at: number): string {
  return Math.abs(at) <= furthestMs ? new Date(at).toISOString().slice(0, 10) : "an unknown day";
}

/** `412 days ago (on 2025-10-05)`, `today (2026-06-15)`. */
export function agoInWords(at: number, now: number): string {
  const days = daysSince(at, now);
  if (at > now) return `in the future (on ${isoDay(at)})`;
  if (days === 0) return `today (${isoDay(at)})`;
  return `${counted(days, "day")} ago (on ${isoDay(at)})`;
}

/** `1 day`, `12 days`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `ada, ben and 12 more`: as many as fit into one sentence of evidence. */
export function namedTogether(names: readonly string[], mostCharacters = 350): string {
  const shown: string[] = [];
  let room = mostCharacters;
  for (const name of names) {
    const cut = shortened(printableLine(name), 80);
    room -= cut.length + 2;
    if (room < 0) break;
    shown.push(cut);
  }
  const more = names.length - shown.length;
  if (more > 0) return shown.length === 0 ? `${more}` : `${shown.join(", ")} and ${more} more`;
  const last = shown.pop() ?? "nobody";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

type Reference = RuleText["references"][number];

/** `attack("T1078.004", "Cloud Accounts")`: the page of a technique. */
export function attack(id: string, name: string): Reference {
  return {
    title: `MITRE ATT&CK ${id}: ${name}`,
    url: `https://attack.mitre.org/techniques/${id.replace(".", "/")}/`,
  };
}

/** A page of Microsoft's documentation, by its path without the language. */
export function microsoft(title: string, path: string): Reference {
  return { title: `Microsoft: ${title}`, url: `https://learn.microsoft.com/${path}` };
}

export const validAccounts = attack("T1078.004", "Valid Accounts: Cloud Accounts");
