import type { RuleResult, RuleText, Weakness } from "#engines/directory-types";
import { printableLine, printableLines, shortened } from "#lib/printable";

/** The lengths of texts, as the schemas of the engines have them: a probe that sends more is cut short, not refused. */
const longest = { title: 200, asks: 1000, remediation: 2000, url: 300, reason: 500 } as const;
const longestOfTarget = { id: 200, name: 300, path: 1000, host: 255 } as const;
const longestSentence = 500;
const mostSentences = 20;
/** The largest `integer` of PostgreSQL. */
const mostCounted = 2 ** 31 - 1;

/** What a rule says of itself, as it may be kept and shown. */
export function cleanRule(rule: RuleText): RuleText {
  return {
    id: rule.id,
    title: line(rule.title, longest.title),
    category: rule.category,
    severity: rule.severity,
    asks: line(rule.asks, longest.asks),
    remediation: shortened(printableLines(rule.remediation), longest.remediation),
    references: rule.references.map(({ title, url }) => ({
      title: line(title, longest.title),
      url: line(url, longest.url),
    })),
  };
}

/** Likewise, what it found. A target without a name is called by its id. */
export function cleanWeakness({ target, severity, evidence }: Weakness): Weakness {
  const id = cleanTargetId(target.id);
  const name = line(target.name, longestOfTarget.name).trim();
  return {
    target: {
      type: target.type,
      id,
      name: name === "" ? id : name,
      path: target.path === null ? null : line(target.path, longestOfTarget.path),
      host: target.host === null ? null : line(target.host, longestOfTarget.host).toLowerCase(),
    },
    severity,
    evidence: evidence.slice(0, mostSentences).map((sentence) => line(sentence, longestSentence)),
  };
}

/** Likewise, what became of it. */
export function cleanResult(result: RuleResult): RuleResult {
  return {
    ...result,
    rule: cleanRule(result.rule),
    reason: result.reason === null ? null : line(result.reason, longest.reason),
    judged: Math.min(result.judged, mostCounted),
    found: Math.min(result.found, mostCounted),
    unread: Math.min(result.unread, mostCounted),
    unreadTargets: result.unreadTargets.map(cleanTargetId),
  };
}

function cleanTargetId(id: string): string {
  return line(id, longestOfTarget.id);
}

function line(text: string, length: number): string {
  return shortened(printableLine(text), length);
}
