import type {
  HostRef,
  ImportedFinding,
  OpenFile,
  ReaderOptions,
  ReportPart,
} from "./imported-report.ts";
import {
  type Fields,
  fieldsOf,
  listOf,
  parseJson,
  readJson,
  scoreOf,
  valuesOf,
} from "./json-values.ts";
import { linesOf } from "./lines.ts";
import { type Place, placeOfUrl } from "./place-of-url.ts";
import { InvalidReport } from "./imported-report.ts";
import {
  cvesOf,
  hostRefOf,
  lineOf,
  lineOrNull,
  most,
  severityOfWord,
  textOf,
  timeOf,
} from "./texts.ts";

/** It saw the template's matchers match: an active check. */
const confidence = 95;

/**
 * What nuclei writes with `-jsonl`, a result a line. It tells what it found and not what it looked for, so nothing that is
 * missing is known to be gone.
 */
export async function* readNuclei(
  open: OpenFile,
  options: ReaderOptions,
): AsyncGenerator<ReportPart> {
  for await (const { number, text } of linesOf(open)) {
    const value = parseJson(text, `line ${number}`);
    yield* resultParts(fieldsOf(value), options);
  }
}

/** The same in one list, as nuclei writes it with `-json-export`. */
export async function* readNucleiList(
  open: OpenFile,
  options: ReaderOptions,
): AsyncGenerator<ReportPart> {
  const document = await readJson(open);
  if (!Array.isArray(document)) throw new InvalidReport("it is no list of results");
  for (const result of listOf(document)) yield* resultParts(result, options);
}

function* resultParts(result: Fields, { host }: ReaderOptions): Generator<ReportPart> {
  const template = lineOf(result["template-id"], most.checkId / 2);
  if (template === "" || result["matcher-status"] === false) {
    yield { passedOver: "a line that is no result of a template" };
    return;
  }
  const matched = placeOfUrl(lineOf(result["matched-at"], 2_000));
  const asked = placeOfUrl(lineOf(result["host"], 2_000));
  const ref = refOf(result, matched, asked) ?? host;
  if (ref === null) {
    yield { passedOver: "a result without a usable host" };
    return;
  }
  const info = fieldsOf(result["info"]);
  const classification = fieldsOf(info["classification"]);
  const cves = cvesOf(valuesOf(classification["cve-id"]));
  const matcher = lineOf(result["matcher-name"], most.checkId / 3);
  const finding = {
    ref,
    scope: "",
    at: timeOf(result["timestamp"]),
    ...portOf(result, matched, asked),
    service: lineOrNull(result["scheme"] ?? matched?.scheme, most.service),
    checkId: `nuclei:${template}${matcher === "" ? "" : `:${matcher}`}`,
    package: "",
    installedVersion: null,
    fixedVersion: null,
    title: lineOf(info["name"], most.title),
    severity: severityOfWord(info["severity"]),
    score: scoreOf(classification["cvss-score"], classification["cvss-metrics"], "nuclei"),
    remediation: lineOf(info["remediation"], most.remediation),
    confidence,
    evidence: evidenceOf(result),
  };
  for (const cve of cves.length === 0 ? [null] : cves) yield { finding: { ...finding, cve } };
}

function refOf(result: Fields, matched: Place | null, asked: Place | null): HostRef | null {
  const named = asked?.ref ?? matched?.ref ?? null;
  const ip = hostRefOf(lineOf(result["ip"], 100));
  if (ip?.address === undefined || ip.address === null) return named;
  return { address: ip.address, hostname: named?.hostname ?? null };
}

function portOf(
  result: Fields,
  matched: Place | null,
  asked: Place | null,
): Pick<ImportedFinding, "protocol" | "port"> {
  const told = Number(result["port"]);
  const port =
    Number.isInteger(told) && told >= 1 && told <= 65_535 ? told : (matched?.port ?? asked?.port);
  const isOfHost = port === undefined || port === null || result["type"] === "dns";
  return isOfHost ? { protocol: "", port: 0 } : { protocol: "tcp", port };
}

/** Where, and what was taken out of the reply. Requests and replies stay in the report: they may hold credentials. */
function evidenceOf(result: Fields): string {
  const extracted = valuesOf(result["extracted-results"]).map((one) => lineOf(one, 500));
  const where = lineOf(result["matched-at"], 1_000);
  return textOf([where, ...extracted].filter((line) => line !== "").join("\n"), most.evidence);
}
