import type { ImportedAudit } from "#engines/scap-types";
import { readCklb } from "./checklists/read-cklb.ts";
import { type Collected, collectXml } from "./collect-xml.ts";
import { contentOf } from "./content-sha256.ts";
import { Unreadable, reading } from "./invalid-audit-file.ts";
import { openFile } from "./open-file.ts";
import type { HostWords } from "./xccdf/host-of.ts";
import type { TestResult } from "./xccdf/test-result.ts";

/** What a reader is told besides the file. */
export interface AuditFileOptions {
  /** What the file is called in an error. */
  readonly name: string;
  /** Epoch milliseconds: when a checklist was filled in, which few of them say. */
  readonly at: number;
  /** Of the file unpacked. Usually 512 MiB; a `.cklb` is never read beyond 64 MiB. */
  readonly maxBytes?: number;
}

/**
 * Reads what became of audits: XCCDF results (version 1.1 and 1.2, with their benchmark or without), ARF, checklists of STIG
 * Viewer (`.ckl`, `.cklb`), plain or gzip. What it is shows in its content, not in its name. There is at least one audit.
 *
 * Memory holds the texts of the rules and, of an ARF, what the failed checks looked at; not the file.
 *
 * @throws InvalidAuditFile; whatever the source throws.
 */
export async function readAuditFile(
  source: AsyncIterable<Uint8Array>,
  { name, at, maxBytes }: AuditFileOptions,
): Promise<ImportedAudit[]> {
  return await reading(name, async () => {
    const { kind, head, texts } = await openFile(source, maxBytes);
    if (kind === "json") return await readCklb(texts, at);
    const collected = await collectXml(texts);
    const audits = [...auditsOf(collected), ...collected.checklist.audits(head, at)];
    if (audits.length === 0) throw new Unreadable(`it is ${collected.kind}, but holds no results`);
    return audits;
  });
}

function auditsOf(collected: Collected): ImportedAudit[] {
  return [...collected.results.values()].map((run) => auditOf(run, collected));
}

function auditOf(run: TestResult, collected: Collected): ImportedAudit {
  const benchmark = collected.benchmarkOfRun(run);
  const isKnown = (id: string): boolean => benchmark?.hasRule(id) === true;
  // All rules that the run lists, those that it left out too: so the texts are the same for every profile.
  const texts = benchmark?.texts((id) => run.lists(id), run, collected.questionnaires) ?? [];
  const content = contentOf(benchmark?.head ?? run.head, [...texts, ...run.bareTexts(isKnown)]);
  const title = run.profile === null ? undefined : benchmark?.profileTitle(run.profile);
  const explain = (report: string, definition: string): string[] =>
    collected.ovals.get(report)?.explain(definition) ?? [];
  return {
    host: run.host(assetsOf(run, collected.assets)),
    report: run.report(content, title, explain),
    content,
  };
}

/** What the file says about the host elsewhere. */
function assetsOf(run: TestResult, assets: ReadonlyMap<string, HostWords>): HostWords {
  const named = run.assets.flatMap((id) => assets.get(id) ?? []);
  const isOnlyOne = run.assets.length === 0 && assets.size === 1;
  const about = isOnlyOne ? [...assets.values()] : named;
  return {
    names: about.flatMap(({ names }) => names),
    addresses: about.flatMap(({ addresses }) => addresses),
    macs: about.flatMap(({ macs }) => macs),
  };
}
