import type { RuleSeverity, RuleText } from "#engines/scap-types";
import { type XmlElement, type XmlPart, childOf, childrenOf } from "#lib/xml-elements";
import { strippedId } from "../stripped-id.ts";
import { type KeptText, idOf, lineOf, linesOf } from "../texts.ts";
import { plainText, withValues } from "./plain-text.ts";
import { severityOf } from "./severities.ts";

/** A rule as the benchmark has it, before values are filled in: those may come later in the file. */
export interface RuleDraft {
  readonly id: string;
  readonly severity: RuleSeverity;
  /** The groups around it, from the outermost inwards. */
  readonly groups: readonly GroupRef[];
  /** As long as no profile says otherwise. */
  readonly isSelected: boolean;
  readonly clusterId: string | undefined;
  readonly texts: Readonly<Record<DraftText, string>>;
  /** Questionnaires (OCIL) that say how to check it by hand. */
  readonly questionnaires: readonly string[];
  readonly identifiers: readonly string[];
  readonly references: readonly string[];
}

export interface GroupRef {
  readonly id: string;
  readonly isSelected: boolean;
}

type DraftText = "title" | "version" | "description" | "rationale" | "check" | "fix" | "script";

/** Longest texts, in the terms of `scap-types`. */
export const longest = {
  title: 500,
  version: 100,
  description: 8000,
  rationale: 4000,
  check: 8000,
  fix: 8000,
  script: 8000,
  identifier: 200,
  reference: 500,
} as const;
const mostIdentifiers = 50;
const mostReferences = 100;

/** Scripts for a shell; others (Ansible, Puppet, Ignition …) are programs of their own. */
const shells: ReadonlySet<string> = new Set([
  "urn:xccdf:fix:script:sh",
  "urn:xccdf:fix:script:bash",
]);

/** @throws Unreadable: it has no id. */
export function readRule({ element, within, line }: XmlPart, kept: KeptText): RuleDraft {
  const { attributes } = element;
  const textIn = (name: string): string => {
    const child = childOf(element, name);
    return child === undefined ? "" : plainText(child);
  };
  const checks = checksIn(element);
  const refs = checks.flatMap((check) => childrenOf(check, "check-content-ref"));
  const script = childrenOf(element, "fix").find((fix) =>
    shells.has(fix.attributes["system"] ?? ""),
  );
  const texts = {
    title: textIn("title"),
    version: textIn("version"),
    description: [discussionOf(textIn("description")), ...warningsIn(element)].join("\n\n"),
    rationale: textIn("rationale"),
    check: checks.map((check) => childOf(check, "check-content")?.text.trim() ?? "").join("\n"),
    fix: textIn("fixtext"),
    script: script === undefined ? "" : plainText(script),
  };
  return {
    id: idOf(attributes["id"], `the id of a Rule at line ${line}`),
    severity: severityOf(attributes["severity"]) ?? "unknown",
    groups: within
      .filter(({ name }) => name === "Group")
      .map((group) => ({
        id: idOf(group.attributes["id"], `the id of a Group around line ${line}`),
        isSelected: isTrue(group.attributes["selected"] ?? "true"),
      })),
    isSelected: isTrue(attributes["selected"] ?? "true"),
    clusterId: attributes["cluster-id"],
    texts: mapTexts(texts, (text, length) => kept.of(text, length)),
    questionnaires: refs
      .map((ref) => ref.attributes["name"] ?? "")
      .filter((name) => /:questionnaire:/.test(name))
      .map((name) => kept.of(name, longest.identifier)),
    identifiers: listOf(
      childrenOf(element, "ident").map(({ text }) => text),
      longest.identifier,
      mostIdentifiers,
    ).map((text) => kept.of(text, longest.identifier)),
    references: listOf(
      childrenOf(element, "reference").map(referenceOf),
      longest.reference,
      mostReferences,
    ).map((text) => kept.of(text, longest.reference)),
  };
}

/** What the rule says, with the values of a run. */
export function finishRule(
  draft: RuleDraft,
  valueOf: (id: string) => string | undefined,
  questionOf: (questionnaire: string) => string | undefined,
): RuleText {
  const texts = mapTexts(draft.texts, (text) => withValues(text, valueOf, strippedId));
  const questions = draft.questionnaires.map((name) =>
    withValues(questionOf(name) ?? "", valueOf, strippedId),
  );
  const group = draft.groups.at(-1)?.id;
  return {
    id: draft.id,
    title: lineOf(texts.title, longest.title) || lineOf(strippedId(draft.id), longest.title),
    severity: draft.severity,
    ...given("version", lineOf(texts.version, longest.version)),
    ...given("group", group === undefined ? "" : strippedId(group)),
    ...given("description", linesOf(texts.description, longest.description)),
    ...given("rationale", linesOf(texts.rationale, longest.rationale)),
    ...given("check", linesOf([texts.check, ...questions].join("\n\n"), longest.check)),
    ...given("fix", linesOf(texts.fix, longest.fix)),
    ...given("script", linesOf(texts.script, longest.script)),
    identifiers: [...draft.identifiers],
    references: [...draft.references],
  };
}

/** The property, unless its text is empty. */
export function given<K extends string>(key: K, text: string): { [key in K]?: string };
export function given(key: string, text: string): Record<string, string> {
  return text === "" ? {} : { [key]: text };
}

/** Texts as clean lines, each once; the first so many of them. */
export function listOf(texts: readonly string[], length: number, most: number): string[] {
  const lines = texts.map((text) => lineOf(text, length)).filter((text) => text !== "");
  return [...new Set(lines)].slice(0, most);
}

/** `true` and `1` of XML Schema. */
export function isTrue(word: string): boolean {
  return word === "true" || word === "1";
}

/** All checks of a rule or of its result, those within a complex check too. */
export function checksIn(element: XmlElement): XmlElement[] {
  const nested = childrenOf(element, "complex-check").flatMap(checksIn);
  return [...childrenOf(element, "check"), ...nested];
}

/** DISA keeps further fields in a rule's description, as elements written as text; people read the first. */
function discussionOf(description: string): string {
  const begin = description.indexOf(opening);
  const end = description.indexOf(closing, begin);
  return begin < 0 || end < 0 ? description : description.slice(begin + opening.length, end);
}

const opening = "<VulnDiscussion>";
const closing = "</VulnDiscussion>";

function warningsIn(element: XmlElement): string[] {
  return childrenOf(element, "warning").map((warning) => `Warning: ${plainText(warning).trim()}`);
}

/** `AC-6(1) (nvd.nist.gov)`: a number alone does not say whose it is. */
function referenceOf(reference: XmlElement): string {
  const href = reference.attributes["href"] ?? "";
  const text = reference.children.length > 0 ? dublinCoreOf(reference) : reference.text.trim();
  const host = /^https?:\/\/([a-z0-9.-]{1,100})/i.exec(href)?.[1];
  if (text === "") return href;
  return host === undefined ? text : `${text} (${host})`;
}

/** DISA: `dc:title`, `dc:identifier` and others. */
function dublinCoreOf(reference: XmlElement): string {
  const wanted = ["title", "identifier"].map((name) => childOf(reference, name)?.text.trim() ?? "");
  return wanted.filter((text) => text !== "").join(" ");
}

function mapTexts(
  texts: Readonly<Record<DraftText, string>>,
  map: (text: string, length: number) => string,
): Record<DraftText, string> {
  return {
    title: map(texts.title, longest.title),
    version: map(texts.version, longest.version),
    description: map(texts.description, longest.description),
    rationale: map(texts.rationale, longest.rationale),
    check: map(texts.check, longest.check),
    fix: map(texts.fix, longest.fix),
    script: map(texts.script, longest.script),
  };
}
