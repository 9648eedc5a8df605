import type {
  AuditReport,
  AuditedHost,
  RuleOutcome,
  RuleResult,
  RuleText,
  ScapContent,
} from "#engines/scap-types";
import { type XmlElement, type XmlPart, type XmlTag, childrenOf } from "#lib/xml-elements";
import { Unreadable, quoted } from "../invalid-audit-file.ts";
import { maxRules, maxValues } from "../limits.ts";
import { strippedId } from "../stripped-id.ts";
import { type KeptText, idOf, lineOf, linesOf } from "../texts.ts";
import { given } from "./rule-draft.ts";
import { timeOf } from "./times.ts";
import { type HostWords, hostOf } from "./host-of.ts";
import { engineOf, isPrivileged } from "./engine-of.ts";
import { combined } from "./results.ts";
import { type RuleResultDraft, readRuleResult } from "./rule-result.ts";

const wanted: ReadonlySet<string> = new Set([
  "benchmark",
  "identity",
  "profile",
  "target",
  "target-address",
  "target-facts",
  "target-id-ref",
  "set-value",
  "score",
  "rule-result",
]);

const mostScores = 10;
const longestWhy = 1500;

type Head = ScapContent["benchmark"];

/** One run of a benchmark on a host (XCCDF 1.1 and 1.2), put together from its parts as they come. */
export class TestResult {
  readonly #tag: XmlTag;
  readonly #kept: KeptText;
  readonly #line: number;
  readonly #names: string[] = [];
  readonly #targets: string[] = [];
  readonly #addresses: string[] = [];
  readonly #macs: string[] = [];
  readonly #scores: AuditReport["scores"] = [];
  readonly #values = new Map<string, string>();
  readonly #results = new Map<string, RuleResultDraft[]>();
  readonly #listed = new Set<string>();
  readonly #assets: string[] = [];
  #benchmark = "";
  #profile: string | null = null;
  #isPrivileged: boolean | null = null;

  constructor(tag: XmlTag, line: number, kept: KeptText) {
    this.#tag = tag;
    this.#line = line;
    this.#kept = kept;
  }

  static wants(tag: XmlTag, within: readonly XmlTag[]): boolean {
    return within.at(-1)?.name === "TestResult" && wanted.has(tag.name);
  }

  add(part: XmlPart): void {
    const { element, line } = part;
    const { name, text, attributes } = element;
    if (name === "rule-result") this.#addResult(readRuleResult(part, this.#kept), line);
    else if (name === "set-value") this.#setValue(attributes["idref"] ?? "", text, line);
    else if (name === "score") this.#addScore(element, line);
    else if (name === "target") this.#targets.push(this.#word(text));
    else if (name === "target-address") this.#addAddress(text);
    else if (name === "target-facts") this.#addFacts(element);
    else if (name === "target-id-ref") this.#assets.push(this.#word(attributes["name"] ?? ""));
    else if (name === "identity") this.#isPrivileged = isPrivileged(element);
    else if (name === "profile")
      this.#profile = idOf(attributes["idref"], `the idref of the profile at line ${line}`);
    else this.#benchmark = lineOf(attributes["id"] ?? attributes["href"] ?? "", 300);
  }

  /** The id of its benchmark, or where that was read from; empty: it does not say. */
  get benchmark(): string {
    return this.#benchmark;
  }

  get profile(): string | null {
    return this.#profile;
  }

  /** Assets of the file, by id, that it is about. */
  get assets(): readonly string[] {
    return this.#assets;
  }

  /** Values that it was evaluated with. */
  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Whether the rule is in it, selected or not. */
  lists(rule: string): boolean {
    return this.#listed.has(rule);
  }

  /** Whether an OVAL definition decided on a rule that somebody has to look into. */
  asksFor(report: string, definition: string): boolean {
    return this.#asked().has(`${report} ${definition}`);
  }

  /** @param more what else the file says about the host. */
  host(more: HostWords): AuditedHost {
    return hostOf({
      names: [...this.#names, ...more.names, ...this.#targets],
      addresses: [...this.#addresses, ...more.addresses],
      macs: [...this.#macs, ...more.macs],
    });
  }

  /** What is known of its benchmark when the file does not have it. */
  get head(): Head {
    const id = this.#benchmark || "unknown";
    const version = lineOf(this.#tag.attributes["version"] ?? "", 100);
    return { id, version, title: lineOf(strippedId(id), 500) };
  }

  /** What is known of its rules when the file has no text of them. */
  bareTexts(isKnown: (id: string) => boolean): RuleText[] {
    const unknown = [...this.#results].filter(([id]) => !isKnown(id));
    return unknown.map(([id, [first]]) => ({
      id,
      title: lineOf(strippedId(id), 500),
      severity: first?.severity ?? "unknown",
      ...given("version", first?.version ?? ""),
      identifiers: [...(first?.identifiers ?? [])],
      references: [],
    }));
  }

  /**
   * Its rules may be none: when the profile selects none.
   *
   * @throws Unreadable: it has no end, or no results at all.
   */
  report(
    content: ScapContent,
    profileTitle: string | undefined,
    explain: (report: string, definition: string) => string[],
  ): AuditReport {
    const { attributes } = this.#tag;
    const finishedAt = timeOf(
      attributes["end-time"],
      `the end-time of the TestResult before line ${this.#line}`,
    );
    const start = attributes["start-time"];
    const startedAt =
      start === undefined
        ? finishedAt
        : timeOf(start, `the start-time of the TestResult before line ${this.#line}`);
    if (this.#listed.size === 0) {
      throw new Unreadable(`the TestResult before line ${this.#line} has no results of rules`);
    }
    const texts = new Map(content.rules.map((rule) => [rule.id, rule]));
    return {
      startedAt: Math.min(startedAt, finishedAt),
      finishedAt,
      engine: engineOf(attributes["test-system"] ?? ""),
      privileged: this.#isPrivileged,
      contentSha256: content.sha256,
      benchmark: content.benchmark,
      profile:
        this.#profile === null
          ? null
          : { id: this.#profile, title: profileTitle ?? lineOf(strippedId(this.#profile), 500) },
      scores: this.#scores,
      rules: [...this.#results.values()].map((drafts) => outcomeOf(drafts, texts, explain)),
    };
  }

  #addResult(draft: RuleResultDraft, line: number): void {
    this.#listed.add(draft.id);
    if (this.#listed.size > maxRules) {
      throw new Unreadable(`a TestResult has more than ${maxRules} rules, at line ${line}`);
    }
    if (draft.result === "notselected") return;
    const drafts = this.#results.get(draft.id) ?? [];
    drafts.push(draft);
    this.#results.set(draft.id, drafts);
    this.#askedFor = undefined;
  }

  #setValue(idref: string, text: string, line: number): void {
    this.#values.set(this.#kept.of(idref, 300), this.#kept.of(linesOf(text, 2000), 2000));
    if (this.#values.size > maxValues) {
      throw new Unreadable(`a TestResult sets more than ${maxValues} values, at line ${line}`);
    }
  }

  #addScore({ text, attributes }: XmlElement, line: number): void {
    const value = Number(text.trim());
    const maximum = Number(attributes["maximum"] ?? "100");
    if (text.trim() === "" || !Number.isFinite(value) || !Number.isFinite(maximum)) {
      throw new Unreadable(`the score ${quoted(text)} at line ${line} is no number`);
    }
    if (this.#scores.length >= mostScores) {
      throw new Unreadable(`a TestResult has more than ${mostScores} scores, at line ${line}`);
    }
    const system = lineOf(attributes["system"] ?? "urn:xccdf:scoring:default", 200);
    this.#scores.push({ system, value, maximum });
  }

  /** What the host may be called; counted, since a file may call it a million names. */
  #word(text: string): string {
    return this.#kept.of(lineOf(text, 300), 300);
  }

  #addAddress(text: string): void {
    const word = this.#word(text);
    // Some write the address of the network card here, too.
    (/^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(word) ? this.#macs : this.#addresses).push(word);
  }

  /** Names of facts: NISTIR 7275r4 section 6.6.4.1, and those of OpenSCAP and SCC. */
  #addFacts(element: XmlElement): void {
    for (const { attributes, text } of childrenOf(element, "fact")) {
      const name = attributes["name"] ?? "";
      const word = this.#word(text);
      if (/:(?:fqdn|FQDN)$/.test(name)) this.#names.unshift(word);
      else if (/:(?:host_name|hostname)$/.test(name)) this.#names.push(word);
      else if (/:(?:mac|MAC)$/.test(name)) this.#macs.push(word);
      else if (/:(?:ipv4|ipv6|IPv4|IPv6)$/.test(name)) this.#addresses.push(word);
    }
  }

  #askedFor: Set<string> | undefined;

  #asked(): Set<string> {
    this.#askedFor ??= new Set(
      [...this.#results.values()]
        .flat()
        .filter(({ result }) => needsReason(result))
        .flatMap(({ definitions }) =>
          definitions.map(({ report, definition }) => `${report} ${definition}`),
        ),
    );
    return this.#askedFor;
  }
}

function needsReason(result: RuleResult | "notselected"): boolean {
  return result === "fail" || result === "error" || result === "unknown";
}

function outcomeOf(
  drafts: readonly RuleResultDraft[],
  texts: ReadonlyMap<string, RuleText>,
  explain: (report: string, definition: string) => string[],
): RuleOutcome {
  const [first, ...rest] = drafts.map(({ result }) =>
    result === "notselected" ? "notchecked" : result,
  );
  const [draft] = drafts;
  if (first === undefined || draft === undefined) throw new Error("a rule without a result");
  const result = combined([first, ...rest]);
  const severity = draft.severity ?? texts.get(draft.id)?.severity;
  const why = linesOf(reasonsOf(drafts, result, explain).join("\n"), longestWhy);
  const comments = linesOf(drafts.map((one) => one.comments).join("\n"), 4000);
  return {
    id: draft.id,
    result,
    ...(severity === undefined || severity === texts.get(draft.id)?.severity ? {} : { severity }),
    ...(draft.weight === 1 ? {} : { weight: draft.weight }),
    ...(draft.isUnscored ? { unscored: true } : {}),
    ...given("why", why),
    ...given("comments", comments),
  };
}

function reasonsOf(
  drafts: readonly RuleResultDraft[],
  result: RuleResult,
  explain: (report: string, definition: string) => string[],
): string[] {
  const said = drafts.flatMap((draft) => [
    ...draft.messages,
    ...(needsReason(draft.result)
      ? draft.definitions.flatMap(({ report, definition }) => explain(report, definition))
      : []),
  ]);
  const several =
    drafts.length > 1
      ? [`${drafts.length} results: ${drafts.map((one) => one.result).join(", ")}`]
      : [];
  return needsReason(result) || said.length > 0 ? [...new Set([...several, ...said])] : several;
}
