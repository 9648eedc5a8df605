import type { ImportedAudit } from "#engines/scap-types";
import { type XmlElement, type XmlPart, type XmlTag, childOf, childrenOf } from "#lib/xml-elements";
import { Unreadable } from "../invalid-audit-file.ts";
import { maxRules, maxRuns } from "../limits.ts";
import type { KeptText } from "../texts.ts";
import { hostOf } from "../xccdf/host-of.ts";
import { type ReadRule, auditOfStig, readChecklistRule } from "./checklist-audit.ts";
import { originOf } from "./evaluate-stig.ts";

/** Characters of a field of addresses; a host with a hundred of them needs a third. */
const longestField = 10_000;

interface StigDraft {
  info: ReadonlyMap<string, string>;
  readonly rules: ReadRule[];
}

/** A checklist of STIG Viewer 2 (`.ckl`), put together from its parts as they come. */
export class Checklist {
  readonly #kept: KeptText;
  readonly #stigs = new Map<XmlTag, StigDraft>();
  #asset: XmlElement | undefined;

  constructor(kept: KeptText) {
    this.#kept = kept;
  }

  static wants({ name }: Pick<XmlTag, "name">, within: readonly XmlTag[]): boolean {
    const parent = within.at(-1)?.name;
    if (parent === "iSTIG") return name === "STIG_INFO" || name === "VULN";
    return parent === "CHECKLIST" && name === "ASSET";
  }

  add({ element, within, line }: XmlPart): void {
    const tag = within.at(-1);
    if (element.name === "ASSET" || tag === undefined) {
      this.#asset = element;
      return;
    }
    const stig: StigDraft = this.#stigs.get(tag) ?? { info: new Map(), rules: [] };
    this.#stigs.set(tag, stig);
    if (element.name === "STIG_INFO") {
      stig.info = new Map(pairsOf(element, "SI_DATA", "SID_NAME", "SID_DATA"));
    } else stig.rules.push(ruleOf(element, line, this.#kept));
    if (this.#stigs.size > maxRuns || stig.rules.length > maxRules) {
      throw new Unreadable(
        `it has more than ${maxRuns} STIGs or ${maxRules} rules, at line ${line}`,
      );
    }
  }

  /** One for each STIG. @param head the beginning of the file, where Evaluate-STIG leaves its mark. */
  audits(head: string, at: number): ImportedAudit[] {
    const asset = this.#asset;
    const word = (name: string): string => (asset === undefined ? "" : textOf(asset, name));
    const host = hostOf({
      names: [word("HOST_FQDN"), word("HOST_NAME")],
      addresses: wordsOf(word("HOST_IP")),
      macs: wordsOf(word("HOST_MAC")),
    });
    const origin = originOf(head, at);
    return [...this.#stigs.values()].map(({ info, rules }) =>
      auditOfStig(
        {
          id: info.get("stigid") ?? "",
          title: info.get("title") ?? "",
          version: info.get("version") ?? "",
          release: info.get("releaseinfo") ?? "",
          rules,
        },
        host,
        origin,
      ),
    );
  }
}

/** Several addresses stand in one field, in whatever way a person separates them. */
export function wordsOf(text: string): string[] {
  return text
    .slice(0, longestField)
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
}

function ruleOf(vuln: XmlElement, line: number, kept: KeptText): ReadRule {
  const pairs = pairsOf(vuln, "STIG_DATA", "VULN_ATTRIBUTE", "ATTRIBUTE_DATA");
  const data = new Map(pairs);
  const word = (name: string): string => data.get(name) ?? "";
  const identifiers = pairs
    .filter(([name]) => name === "CCI_REF")
    .flatMap(([, text]) => wordsOf(text));
  return readChecklistRule(
    {
      id: word("Rule_ID"),
      group: word("Vuln_Num"),
      version: word("Rule_Ver"),
      title: word("Rule_Title"),
      severity: word("Severity"),
      override: textOf(vuln, "SEVERITY_OVERRIDE"),
      justification: textOf(vuln, "SEVERITY_JUSTIFICATION"),
      status: textOf(vuln, "STATUS"),
      details: textOf(vuln, "FINDING_DETAILS"),
      comments: textOf(vuln, "COMMENTS"),
      discussion: word("Vuln_Discuss"),
      check: word("Check_Content"),
      fix: word("Fix_Text"),
      weight: word("Weight"),
      identifiers,
    },
    `VULN at line ${line}`,
    kept,
  );
}

function pairsOf(
  element: XmlElement,
  pair: string,
  name: string,
  data: string,
): (readonly [string, string])[] {
  return childrenOf(element, pair).map(
    (one) => [textOf(one, name).trim(), textOf(one, data)] as const,
  );
}

function textOf(element: XmlElement, name: string): string {
  return childOf(element, name)?.text ?? "";
}
