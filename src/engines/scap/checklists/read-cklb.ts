import type { ImportedAudit } from "#engines/scap-types";
import { Unreadable } from "../invalid-audit-file.ts";
import { maxRules, maxRuns } from "../limits.ts";
import { KeptText } from "../texts.ts";
import { hostOf } from "../xccdf/host-of.ts";
import { type ReadRule, auditOfStig, readChecklistRule } from "./checklist-audit.ts";
import { wordsOf } from "./checklist.ts";
import { evaluateStig } from "./evaluate-stig.ts";
import { type Fields, fieldsOf, isFields, readJson, wordOf, wordsIn } from "./json-values.ts";

/**
 * A checklist of STIG Viewer 3 (`.cklb`): one audit for each STIG in it. What it has besides is left out.
 *
 * @throws Unreadable
 */
export async function readCklb(texts: AsyncIterable<string>, at: number): Promise<ImportedAudit[]> {
  const document = fieldsOf(await readJson(texts));
  const stigs = document["stigs"];
  if (!Array.isArray(stigs) || !isFields(document["target_data"])) {
    throw new Unreadable(
      "it is no .cklb: that is a JSON object with target_data and a list of stigs",
    );
  }
  if (stigs.length === 0) throw new Unreadable("its list of stigs is empty");
  if (stigs.length > maxRuns) throw new Unreadable(`it has more than ${maxRuns} STIGs`);
  const target = document["target_data"];
  const host = hostOf({
    names: [wordOf(target["fqdn"]), wordOf(target["host_name"])],
    addresses: wordsIn(target["ip_address"]).flatMap(wordsOf),
    macs: wordsIn(target["mac_address"]).flatMap(wordsOf),
  });
  const kept = new KeptText();
  return stigs.map((stig: unknown, index) => {
    const place = `stigs[${index}]`;
    if (!isFields(stig)) throw new Unreadable(`${place} is no object`);
    return auditOfStig(
      {
        id: wordOf(stig["stig_id"]),
        title: wordOf(stig["stig_name"]) || wordOf(stig["display_name"]),
        version: wordOf(stig["version"]),
        release: wordOf(stig["release_info"]),
        rules: rulesOf(stig, place, kept),
      },
      host,
      originOf([fieldsOf(stig["evaluate-stig"]), fieldsOf(document["evaluate-stig"])], at),
    );
  });
}

function rulesOf(stig: Fields, place: string, kept: KeptText): ReadRule[] {
  const rules = stig["rules"];
  if (!Array.isArray(rules)) throw new Unreadable(`${place} has no list of rules`);
  if (rules.length > maxRules) throw new Unreadable(`${place} has more than ${maxRules} rules`);
  return rules.map((rule: unknown, index) => {
    const where = `${place}.rules[${index}]`;
    if (!isFields(rule)) throw new Unreadable(`${where} is no object`);
    return ruleOf(rule, where, kept);
  });
}

function ruleOf(rule: Fields, place: string, kept: KeptText): ReadRule {
  const word = (name: string): string => wordOf(rule[name]);
  const override = fieldsOf(fieldsOf(rule["overrides"])["severity"]);
  return readChecklistRule(
    {
      id: idOfRule(word("rule_id_src"), word("rule_id")),
      group: word("group_id"),
      version: word("rule_version"),
      title: word("rule_title"),
      severity: word("severity"),
      override: wordOf(override["severity"]),
      justification: wordOf(override["reason"]),
      status: word("status"),
      details: word("finding_details"),
      comments: word("comments"),
      discussion: word("discussion"),
      check: word("check_content"),
      fix: word("fix_text"),
      weight: word("weight"),
      identifiers: [...wordsIn(rule["ccis"]), ...wordsIn(rule["legacy_ids"])],
    },
    `rule ${place}`,
    kept,
  );
}

/** The id as the STIG has it, `SV-230221r858734_rule`; the short one leaves out its end. */
function idOfRule(source: string, short: string): string {
  if (source !== "") return source;
  return /^SV-\d+r\d+$/.test(short) ? `${short}_rule` : short;
}

/** Evaluate-STIG leaves its version in the document, and when it ran there or in each STIG. */
function originOf(marks: readonly Fields[], at: number): { engine: string; at: number } {
  const first = (name: string): string =>
    marks.map((mark) => wordOf(mark[name])).find((word) => word !== "") ?? "";
  if (marks.every((mark) => Object.keys(mark).length === 0)) return { engine: "STIG Viewer", at };
  const globals = marks.map((mark) => fieldsOf(mark["global"]));
  const version = first("version") || globals.map((mark) => wordOf(mark["version"])).join("");
  return evaluateStig(
    version,
    first("time") || globals.map((mark) => wordOf(mark["time"])).join(""),
    at,
  );
}
