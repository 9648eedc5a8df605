import { type XmlPart, childOf, childrenOf } from "#lib/xml-elements";
import { type KeptText, idOf, lineOf, linesOf } from "../texts.ts";
import { plainText, withValues } from "./plain-text.ts";
import { type RuleDraft, isTrue } from "./rule-draft.ts";
import { Unreadable, quoted } from "../invalid-audit-file.ts";
import { maxProfileBases } from "../limits.ts";
import { strippedId } from "../stripped-id.ts";

/** What a profile changes of its benchmark. */
export interface Tailoring {
  /** Rules, groups and clusters of either, by id. */
  readonly selects: ReadonlyMap<string, boolean>;
  /** Which of its choices a value takes. */
  readonly selectors: ReadonlyMap<string, string>;
  /** Values that it sets itself. */
  readonly values: ReadonlyMap<string, string>;
}

/** A profile as the benchmark has it. */
export interface ProfileDraft extends Tailoring {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The profile that it builds on. */
  readonly base: string | undefined;
}

/** @throws Unreadable: it has no id. */
export function readProfile({ element, line }: XmlPart, kept: KeptText): ProfileDraft {
  const id = idOf(element.attributes["id"], `the id of a Profile at line ${line}`);
  const pairs = (
    name: string,
    value: (attributes: Readonly<Record<string, string>>, text: string) => string,
  ) =>
    childrenOf(element, name).map(
      ({ attributes, text }) =>
        [kept.of(attributes["idref"] ?? "", 300), kept.of(value(attributes, text), 2_000)] as const,
    );
  const selects = pairs("select", ({ selected }) => selected ?? "");
  const textIn = (name: string): string => {
    const child = childOf(element, name);
    return child === undefined ? "" : withValues(plainText(child), () => undefined, strippedId);
  };
  return {
    id,
    title: kept.of(lineOf(textIn("title"), 500) || lineOf(strippedId(id), 500), 500),
    description: kept.of(linesOf(textIn("description"), 8_000), 8_000),
    base: element.attributes["extends"],
    selects: new Map(selects.map(([idref, selected]) => [idref, isTrue(selected)])),
    selectors: new Map(pairs("refine-value", ({ selector }) => selector ?? "")),
    values: new Map(pairs("set-value", (_, text) => text)),
  };
}

/** With all that it builds on; the profile itself has the last word (XCCDF 1.2 section 6.3.2). @throws Unreadable */
export function effectiveProfile(
  profile: ProfileDraft,
  all: ReadonlyMap<string, ProfileDraft>,
): Tailoring {
  const chain = [profile];
  for (;;) {
    const base = all.get(chain[0]?.base ?? "");
    // A profile that builds on itself, in the end, is taken for one without a base.
    if (base === undefined || chain.includes(base)) break;
    chain.unshift(base);
    if (chain.length > maxProfileBases) {
      throw new Unreadable(
        `the profile ${quoted(profile.id)} builds on more than ${maxProfileBases} others`,
      );
    }
  }
  return {
    selects: new Map(chain.flatMap(({ selects }) => [...selects])),
    selectors: new Map(chain.flatMap(({ selectors }) => [...selectors])),
    values: new Map(chain.flatMap(({ values }) => [...values])),
  };
}

/** How many rules are selected: a rule is when it is itself, and all the groups around it are. */
export function selectedRules({ selects }: Tailoring, rules: readonly RuleDraft[]): number {
  const isSelected = (rule: RuleDraft): boolean =>
    (selects.get(rule.id) ?? selects.get(rule.clusterId ?? "") ?? rule.isSelected) &&
    rule.groups.every((group) => selects.get(group.id) ?? group.isSelected);
  return rules.filter(isSelected).length;
}
