import { createHash } from "node:crypto";
import type { ImportedAudit, RuleOutcome, RuleSeverity, RuleText } from "#engines/scap-types";
import { strippedId } from "../stripped-id.ts";
import { statusOf } from "./statuses.ts";

/** Ours, for names in UUIDs: any fixed one does. */
const namespace = Buffer.from("6f1c52d08a4e5b3f9d27c1e0b4a86d35", "hex");

/**
 * A checklist as STIG Viewer 3 writes it (`.cklb`, version 1.0), one STIG for each audit, to be made into JSON. The same audits
 * give the same checklist, ids included. A checklist has fewer words for results than XCCDF: what the engine could not tell is
 * not reviewed, and the details say so. Sources: DISA's schema (SV3_CKLB_1_0_JSON_SCHEMA) for types and words, and files of
 * newer Viewers, which have `version` and `classification` besides.
 *
 * @param audits at least one, all of one host.
 */
export function cklbOf(audits: readonly ImportedAudit[]): object {
  const [first] = audits;
  if (first === undefined) throw new Error("a checklist needs an audit");
  const { hostname, fqdn, addresses, macs } = first.host;
  const stigs = audits.map(stigOf);
  const name = hostname ?? addresses[0] ?? "";
  return {
    title: [name, first.report.benchmark.title].filter((word) => word !== "").join(": "),
    id: uuidOf("checklist", ...stigs.map(({ uuid }) => uuid)),
    stigs,
    active: false,
    mode: 1,
    has_path: true,
    target_data: {
      target_type: "Computing",
      host_name: hostname ?? "",
      ip_address: addresses.join(", "),
      mac_address: macs.join(", "),
      fqdn: fqdn ?? "",
      comments: audits.map(commentOf).join("\n"),
      role: "None",
      is_web_database: false,
      technology_area: "",
      web_db_site: "",
      web_db_instance: "",
      classification: null,
    },
    cklb_version: "1.0",
  };
}

function commentOf({ report }: ImportedAudit): string {
  const profile = report.profile === null ? "" : `, profile ${report.profile.title}`;
  const at = new Date(report.finishedAt).toISOString();
  return `${report.benchmark.title}${profile}: ${report.engine}, ${at}`;
}

function stigOf({ host, report, content }: ImportedAudit) {
  const { benchmark, profile, finishedAt, rules } = report;
  const place = host.fqdn ?? host.hostname ?? host.addresses[0] ?? "";
  const uuid = uuidOf("stig", place, benchmark.id, profile?.id ?? "", String(finishedAt));
  const texts = new Map(content.rules.map((text) => [text.id, text]));
  return {
    stig_name: benchmark.title,
    display_name: benchmark.title,
    stig_id: strippedId(benchmark.id),
    ...releaseOf(benchmark.version),
    uuid,
    reference_identifier: "",
    size: rules.length,
    rules: rules.map((outcome) => ruleOf(outcome, texts.get(outcome.id), uuid)),
  };
}

/** `V2R3` has two places of its own. */
function releaseOf(version: string): { version: string; release_info: string } {
  const [, major, release] = /^V(\d+)R(\d+(?:\.\d+)?)$/.exec(version) ?? [];
  if (major === undefined || release === undefined) return { version, release_info: "" };
  return { version: major, release_info: `Release: ${release}` };
}

function ruleOf(outcome: RuleOutcome, text: RuleText | undefined, stig: string) {
  const id = strippedId(outcome.id);
  const group = text?.group ?? id;
  const title = text?.title ?? id;
  return {
    group_id_src: group,
    group_tree: [{ id: group, title, description: "<GroupDescription></GroupDescription>" }],
    group_id: group,
    group_title: title,
    severity: severityWord(text?.severity ?? outcome.severity ?? "unknown"),
    rule_id_src: id,
    rule_id: id.replace(/_rule$/, ""),
    rule_version: text?.version ?? "",
    rule_title: title,
    fix_text: text?.fix ?? text?.script ?? "",
    weight: outcome.weight === undefined ? "10.0" : String(outcome.weight),
    check_content: text?.check ?? "",
    check_content_ref: { href: "", name: "M" },
    classification: "UNCLASSIFIED",
    discussion: text?.description ?? "",
    false_positives: "",
    false_negatives: "",
    documentable: "false",
    security_override_guidance: "",
    potential_impacts: "",
    third_party_tools: "",
    ia_controls: "",
    responsibility: "",
    mitigations: "",
    mitigation_control: "",
    legacy_ids: [],
    ccis: (text?.identifiers ?? []).filter((one) => /^CCI-\d+$/.test(one)),
    reference_identifier: "",
    uuid: uuidOf("rule", stig, outcome.id),
    stig_uuid: stig,
    status: statusOf(outcome.result),
    overrides:
      outcome.severity === undefined
        ? {}
        : { severity: { severity: severityWord(outcome.severity), reason: "" } },
    comments: outcome.comments ?? "",
    finding_details: detailsOf(outcome),
  };
}

/** What `not_reviewed` leaves unsaid. */
function detailsOf({ result, why = "" }: RuleOutcome): string {
  const isUnsaid = result === "error" || result === "unknown" || result === "informational";
  if (!isUnsaid) return why;
  return [`Result of the engine: ${result}.`, why].filter((line) => line !== "").join("\n");
}

/** Checklists have no word for what is only information. */
function severityWord(severity: RuleSeverity): string {
  return severity === "info" ? "unknown" : severity;
}

/** Name-based, RFC 9562 section 5.5. */
function uuidOf(...name: readonly string[]): string {
  const hash = createHash("sha1").update(namespace).update(JSON.stringify(name)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex", 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
