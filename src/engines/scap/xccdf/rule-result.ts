import type { RuleResult, RuleSeverity } from "#engines/scap-types";
import { type XmlElement, type XmlPart, childOf, childrenOf } from "#lib/xml-elements";
import { Unreadable, quoted } from "../invalid-audit-file.ts";
import { type KeptText, idOf, lineOf, linesOf } from "../texts.ts";
import { resultOf } from "./results.ts";
import { checksIn, listOf, longest } from "./rule-draft.ts";
import { severityOf } from "./severities.ts";

/** What became of a rule, or of one instance of it. */
export interface RuleResultDraft {
  readonly id: string;
  readonly result: RuleResult | "notselected";
  readonly severity: RuleSeverity | undefined;
  /** XCCDF 1.2 section 6.4.1.2: 1 unless it is said. */
  readonly weight: number;
  readonly isUnscored: boolean;
  readonly messages: readonly string[];
  readonly comments: string;
  readonly definitions: readonly DefinitionRef[];
  /** For rules of which the file has no text. */
  readonly version: string;
  readonly identifiers: readonly string[];
}

/** An OVAL definition that was evaluated, and the report in which its result is. */
export interface DefinitionRef {
  readonly report: string;
  readonly definition: string;
}

/** @throws Unreadable: no rule or result is named. */
export function readRuleResult({ element, line }: XmlPart, kept: KeptText): RuleResultDraft {
  const { attributes } = element;
  const id = idOf(attributes["idref"], `the idref of a rule-result at line ${line}`);
  const word = childOf(element, "result")?.text ?? "";
  const result = attributes["role"] === "unchecked" ? "notchecked" : resultOf(word);
  if (result === undefined) {
    throw new Unreadable(
      `the result of ${id} is ${quoted(word)}, which is none of XCCDF, at line ${line}`,
    );
  }
  const weight = Number(attributes["weight"] ?? "1");
  const base = { id, result, severity: severityOf(attributes["severity"]) };
  const isUnscored = attributes["role"] === "unscored";
  const some = { weight: weight >= 0 && Number.isFinite(weight) ? weight : 1, isUnscored };
  // By far the most: they are only counted.
  if (result === "notselected") return { ...base, ...some, ...nothing };
  const identifiers = childrenOf(element, "ident").map(({ text }) => text);
  return {
    ...base,
    ...some,
    messages: messagesOf(element).map((text) => kept.of(text, 750)),
    comments: kept.of(linesOf(remarksOf(element).join("\n"), 2000), 2000),
    definitions: checksIn(element).flatMap((check) =>
      childrenOf(check, "check-content-ref").map((ref) => ({
        report: kept.of((ref.attributes["href"] ?? "").replace(/^#/, ""), 300),
        definition: kept.of(ref.attributes["name"] ?? "", 300),
      })),
    ),
    version: kept.of(lineOf(attributes["version"] ?? "", longest.version), longest.version),
    identifiers: listOf(identifiers, longest.identifier, 50).map((text) => kept.of(text, 200)),
  };
}

const nothing = {
  messages: [],
  comments: "",
  definitions: [],
  version: "",
  identifiers: [],
} as const;

/** What the engine says, and what a script of the content printed. */
function messagesOf(element: XmlElement): string[] {
  const messages = childrenOf(element, "message").map(({ text }) => linesOf(text, 750));
  const printed = checksIn(element)
    .flatMap((check) => childrenOf(check, "check-import"))
    .map(({ text }) => linesOf(text, 750));
  const instances = childrenOf(element, "instance").map(({ text }) => `For ${lineOf(text, 200)}`);
  return [...instances, ...messages, ...printed].filter((text) => text !== "");
}

/** Why a person changed the result. */
function remarksOf(element: XmlElement): string[] {
  return childrenOf(element, "override").map((override) => {
    const authority = override.attributes["authority"] ?? "";
    const remark = childOf(override, "remark")?.text.trim() ?? "";
    const before = childOf(override, "old-result")?.text.trim() ?? "";
    return `Changed from ${before} by ${authority}: ${remark}`;
  });
}
