import {
  type XmlElement,
  type XmlPart,
  type XmlTag,
  type XmlVisitor,
  visitXml,
} from "#lib/xml-elements";
import { Checklist } from "./checklists/checklist.ts";
import { Unreadable, quoted } from "./invalid-audit-file.ts";
import { maxResults, maxRuns, xmlLimits } from "./limits.ts";
import { OvalReport } from "./oval/oval-report.ts";
import { KeptText, lineOf } from "./texts.ts";
import { Benchmark } from "./xccdf/benchmark.ts";
import type { HostWords } from "./xccdf/host-of.ts";
import { Questionnaires } from "./xccdf/questionnaires.ts";
import { TestResult } from "./xccdf/test-result.ts";

/** Root elements, without their prefix, and what the file is called. */
const roots = new Map([
  ["Benchmark", "XCCDF"],
  ["TestResult", "XCCDF results"],
  ["asset-report-collection", "ARF"],
  ["data-stream-collection", "a SCAP data stream"],
  ["CHECKLIST", "a STIG Viewer checklist"],
]);

/**
 * What a file holds, whichever of the kinds it is: one reads it in one pass, and each part goes where it belongs. In an ARF
 * the benchmark comes first, then what became of its rules, then what the checks of those saw.
 */
export class Collected implements XmlVisitor {
  /** What the file is, by its root. */
  kind = "";
  readonly kept = new KeptText();
  readonly benchmarks = new Map<XmlTag, Benchmark>();
  readonly results = new Map<XmlTag, TestResult>();
  readonly questionnaires = new Questionnaires(this.kept);
  readonly checklist = new Checklist(this.kept);
  readonly assets = new Map<string, HostWords>();
  /** By the id of the report that they are. */
  readonly ovals = new Map<string, OvalReport>();
  #ruleResults = 0;

  wants(tag: XmlTag, within: readonly XmlTag[]): boolean {
    if (within.length === 0) {
      this.kind = roots.get(tag.name) ?? "";
      if (this.kind !== "") return false;
      const known = [...roots].map(([root, name]) => `${name} (${root})`).join(", ");
      throw new Unreadable(
        `it begins with ${quoted(tag.name)}; what is known: ${known}, and .cklb`,
      );
    }
    if (within.some(({ name }) => name === "oval_results")) {
      return this.#ovalOf(within)?.wants(tag, within) === true;
    }
    return (
      Benchmark.wants(tag, within) ||
      TestResult.wants(tag, within) ||
      Questionnaires.wants(tag, within) ||
      Checklist.wants(tag, within) ||
      (tag.name === "computing-device" && within.at(-1)?.name === "asset")
    );
  }

  add(part: XmlPart): void {
    const { element, within, line } = part;
    if (within.some(({ name }) => name === "oval_results")) this.#ovalOf(within)?.add(part);
    else if (TestResult.wants(element, within)) this.#addResult(part);
    else if (Benchmark.wants(element, within)) this.#benchmarkOf(within, line).add(part);
    else if (Questionnaires.wants(element, within)) this.questionnaires.add(part);
    else if (Checklist.wants(element, within)) this.checklist.add(part);
    else {
      const id = this.kept.of(within.at(-1)?.attributes["id"] ?? "", 300);
      this.assets.set(id, assetOf(element, this.kept));
    }
  }

  /** The benchmark of a run. Without a match by name it is the only one there is. */
  benchmarkOfRun(run: TestResult): Benchmark | undefined {
    const all = [...this.benchmarks.values()];
    const named = all.find(({ id }) => id === run.benchmark);
    return named ?? (all.length === 1 && isPlace(run.benchmark) ? all[0] : undefined);
  }

  #benchmarkOf(within: readonly XmlTag[], line: number): Benchmark {
    const tag = within.find(({ name }) => name === "Benchmark");
    if (tag === undefined) throw new Error("a part of no benchmark");
    const known = this.benchmarks.get(tag);
    if (known !== undefined) return known;
    const benchmark = new Benchmark(tag, line, this.kept);
    this.benchmarks.set(tag, benchmark);
    return benchmark;
  }

  #addResult(part: XmlPart): void {
    const { element, within, line } = part;
    if (element.name === "rule-result") this.#ruleResults += 1;
    if (this.#ruleResults > maxResults) {
      throw new Unreadable(`it has more than ${maxResults} results of rules, at line ${line}`);
    }
    this.#resultOf(within, line).add(part);
  }

  #resultOf(within: readonly XmlTag[], line: number): TestResult {
    const tag = within.at(-1);
    if (tag === undefined) throw new Error("a part of no result");
    const known = this.results.get(tag);
    if (known !== undefined) return known;
    if (this.results.size >= maxRuns) {
      throw new Unreadable(`it has more than ${maxRuns} TestResults, at line ${line}`);
    }
    const result = new TestResult(tag, line, this.kept);
    this.results.set(tag, result);
    return result;
  }

  /** `undefined`: nothing that failed refers to the report. */
  #ovalOf(within: readonly XmlTag[]): OvalReport | undefined {
    const report = within.find(({ name }) => name === "report")?.attributes["id"] ?? "";
    const known = this.ovals.get(report);
    if (known !== undefined) return known;
    const results = [...this.results.values()];
    const isAskedFor = (definition: string): boolean =>
      results.some((result) => result.asksFor(report, definition));
    if (this.ovals.size >= maxRuns) return undefined;
    const oval = new OvalReport(results.length === 0 ? null : isAskedFor, this.kept);
    this.ovals.set(report, oval);
    return oval;
  }
}

/** @throws Unreadable; InvalidXml. */
export async function collectXml(texts: AsyncIterable<string>): Promise<Collected> {
  const collected = new Collected();
  await visitXml(texts, collected, xmlLimits);
  return collected;
}

/** Not an id: where the benchmark was read from, or nothing. */
function isPlace(benchmark: string): boolean {
  return benchmark === "" || /[/#.]/.test(benchmark);
}

/** A computing device of Asset Identification 1.1. */
function assetOf(device: XmlElement, kept: KeptText): HostWords {
  const texts = (name: string): string[] => textsIn(device, name).map((text) => kept.of(text, 300));
  return {
    names: [...texts("fqdn"), ...texts("hostname")],
    addresses: [...texts("ip-v4"), ...texts("ip-v6")],
    macs: texts("mac-address"),
  };
}

function textsIn(element: XmlElement, name: string): string[] {
  const own = element.name === name ? [lineOf(element.text, 300)] : [];
  return [...own, ...element.children.flatMap((child) => textsIn(child, name))];
}
