import type { RuleText, ScapContent } from "#engines/scap-types";
import { type XmlElement, type XmlPart, type XmlTag, childrenOf } from "#lib/xml-elements";
import { Unreadable, quoted } from "../invalid-audit-file.ts";
import { maxProfiles, maxRules, maxValues } from "../limits.ts";
import { strippedId } from "../stripped-id.ts";
import { type KeptText, idOf, lineOf, linesOf } from "../texts.ts";
import type { Questionnaires } from "./questionnaires.ts";
import { plainText } from "./plain-text.ts";
import { type ProfileDraft, effectiveProfile, readProfile, selectedRules } from "./profiles.ts";
import { type RuleDraft, finishRule, readRule } from "./rule-draft.ts";

/** A profile of a benchmark. */
export interface ProfileSummary {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** How many rules it selects. */
  readonly rules: number;
}

/** Longest value that is filled into a text: the pattern of a login banner has a thousand characters. */
const maxValueLength = 2_000;

/** A benchmark of XCCDF 1.1 or 1.2, put together from its parts as they come. */
export class Benchmark {
  readonly id: string;
  readonly #kept: KeptText;
  readonly #rules = new Map<string, RuleDraft>();
  readonly #profiles = new Map<string, ProfileDraft>();
  readonly #values = new Map<string, ValueChoices>();
  readonly #platforms = new Set<string>();
  /** `platform` of CPE's applicability language, by its id: the names that it is made of. */
  readonly #platformNames = new Map<string, readonly string[]>();
  #shorts: Map<string, string> | undefined;
  #title = "";
  #version = "";

  constructor(tag: XmlTag, line: number, kept: KeptText) {
    this.id = idOf(tag.attributes["id"], `the id of the Benchmark before line ${line}`);
    this.#kept = kept;
  }

  static wants(tag: XmlTag, within: readonly XmlTag[]): boolean {
    switch (tag.name) {
      case "Rule":
      case "Value":
        return within.some(({ name }) => name === "Benchmark");
      case "Profile":
      case "title":
      case "version":
        return within.at(-1)?.name === "Benchmark";
      case "platform": {
        const parent = within.at(-1)?.name;
        return parent === "Benchmark" || parent === "platform-specification";
      }
      default:
        return false;
    }
  }

  add(part: XmlPart): void {
    const { element, within, line } = part;
    if (element.name === "Rule") this.#addRule(readRule(part, this.#kept), line);
    else if (element.name === "Value") this.#addValue(element, line);
    else if (element.name === "Profile") this.#addProfile(readProfile(part, this.#kept), line);
    else if (element.name === "title") this.#title ||= lineOf(plainText(element), 500);
    else if (element.name === "version") this.#version ||= lineOf(element.text, 100);
    else if (within.at(-1)?.name === "Benchmark") {
      this.#platforms.add(this.#kept.of(lineOf(element.attributes["idref"] ?? "", 300), 300));
    } else {
      const id = this.#kept.of(`#${element.attributes["id"] ?? ""}`, 300);
      const names = namesIn(element).map((name) => this.#kept.of(name, 300));
      this.#platformNames.set(id, names);
    }
  }

  /** How it is called. */
  get head(): ScapContent["benchmark"] {
    return { id: this.id, version: this.#version, title: this.#title || strippedId(this.id) };
  }

  /** CPE names of what it is for. */
  get platforms(): string[] {
    const names = [...this.#platforms].flatMap((name) => this.#platformNames.get(name) ?? [name]);
    return [...new Set(names)].filter((name) => name.startsWith("cpe:"));
  }

  get ruleIds(): string[] {
    return [...this.#rules.keys()];
  }

  hasRule(id: string): boolean {
    return this.#rules.has(id);
  }

  profileTitle(id: string): string | undefined {
    return this.#profiles.get(id)?.title;
  }

  profiles(): ProfileSummary[] {
    const rules = [...this.#rules.values()];
    return [...this.#profiles.values()].map((profile) => ({
      id: profile.id,
      title: profile.title,
      description: profile.description,
      rules: selectedRules(effectiveProfile(profile, this.#profiles), rules),
    }));
  }

  /**
   * What rules say, in the benchmark's order.
   *
   * @param run values as the run had them; otherwise those of the profile, or the usual ones.
   */
  texts(
    wanted: (id: string) => boolean,
    run: { values: ReadonlyMap<string, string>; profile: string | null },
    questions: Questionnaires,
  ): RuleText[] {
    const profile = run.profile === null ? undefined : this.#profiles.get(run.profile);
    const tailored = profile === undefined ? null : effectiveProfile(profile, this.#profiles);
    const valueOf = (name: string): string | undefined => {
      const id = this.#values.has(name) ? name : (this.#shortNames().get(name) ?? name);
      return (
        run.values.get(id) ??
        tailored?.values.get(id) ??
        chosen(this.#values.get(id), tailored?.selectors.get(id))
      );
    };
    const rules = [...this.#rules.values()].filter(({ id }) => wanted(id));
    return rules.map((rule) => finishRule(rule, valueOf, (name) => questions.textOf(name)));
  }

  /** Ids of values by what people call them, which is how questions refer to them. */
  #shortNames(): Map<string, string> {
    this.#shorts ??= new Map([...this.#values.keys()].map((id) => [strippedId(id), id]));
    return this.#shorts;
  }

  #addRule(rule: RuleDraft, line: number): void {
    if (this.#rules.has(rule.id)) {
      throw new Unreadable(`it has two rules ${quoted(rule.id)}, the second at line ${line}`);
    }
    this.#rules.set(rule.id, rule);
    if (this.#rules.size > maxRules) {
      throw new Unreadable(`the benchmark has more than ${maxRules} rules, at line ${line}`);
    }
  }

  #addProfile(profile: ProfileDraft, line: number): void {
    if (this.#profiles.has(profile.id)) {
      throw new Unreadable(`it has two profiles ${quoted(profile.id)}, the second at line ${line}`);
    }
    this.#profiles.set(profile.id, profile);
    if (this.#profiles.size > maxProfiles) {
      throw new Unreadable(`the benchmark has more than ${maxProfiles} profiles, at line ${line}`);
    }
  }

  #addValue(element: XmlElement, line: number): void {
    const id = idOf(element.attributes["id"], `the id of a Value at line ${line}`);
    const choices = childrenOf(element, "value").map(({ attributes, text }) => {
      const value = linesOf(text, maxValueLength);
      return [attributes["selector"] ?? "", this.#kept.of(value, maxValueLength)] as const;
    });
    this.#values.set(id, new Map(choices));
    if (this.#values.size > maxValues) {
      throw new Unreadable(`the benchmark has more than ${maxValues} values, at line ${line}`);
    }
  }
}

/** Values by selector, in the order of the file; `""` is the one without. */
type ValueChoices = ReadonlyMap<string, string>;

/** XCCDF 1.2 section 6.4.5.5: with the selector, else without one, else the first. */
function chosen(
  choices: ValueChoices | undefined,
  selector: string | undefined,
): string | undefined {
  if (choices === undefined) return undefined;
  const [first] = choices.values();
  return choices.get(selector ?? "") ?? choices.get("") ?? first;
}

/** Names in an expression, at any depth. */
function namesIn(element: XmlElement): string[] {
  const name = lineOf(element.attributes["name"] ?? "", 300);
  return [...(name === "" ? [] : [name]), ...element.children.flatMap(namesIn)];
}
