import type { ScapContent } from "#engines/scap-types";
import { collectXml } from "./collect-xml.ts";
import { Unreadable, reading } from "./invalid-audit-file.ts";
import { openFile } from "./open-file.ts";
import type { ProfileSummary } from "./xccdf/benchmark.ts";

/** What can be audited with a file. */
export interface DataStream {
  /** SHA-256 of the XML, in hex: of a `.gz` that of what is in it. All rules, with the values that no profile has changed. */
  readonly content: ScapContent;
  /** CPE names of what it is for: `cpe:/o:debian:debian_linux:11`. Empty: it does not say. */
  readonly platforms: string[];
  readonly profiles: ProfileSummary[];
}

/**
 * Reads a SCAP data stream (source data stream collection) or a benchmark of XCCDF alone, plain or gzip. Of several benchmarks
 * it is the first, which is the one that OpenSCAP evaluates unless it is told otherwise.
 *
 * @param options `name`: what the file is called in an error. `maxBytes`: of the file unpacked, usually 512 MiB.
 * @throws InvalidAuditFile; whatever the source throws.
 */
export async function readDataStream(
  source: AsyncIterable<Uint8Array>,
  { name, maxBytes }: { readonly name: string; readonly maxBytes?: number },
): Promise<DataStream> {
  return await reading(name, async () => {
    const { kind, texts, sha256 } = await openFile(source, maxBytes);
    if (kind === "json") throw new Unreadable("it is JSON; a SCAP data stream is XML");
    const collected = await collectXml(texts);
    if (collected.kind === "ARF") {
      throw new Unreadable("it is ARF, which holds results; give the content itself");
    }
    const [benchmark] = collected.benchmarks.values();
    if (benchmark === undefined || benchmark.ruleIds.length === 0) {
      throw new Unreadable(`it is ${collected.kind}, but holds no benchmark with rules`);
    }
    const usual = { values: new Map<string, string>(), profile: null };
    const rules = benchmark.texts(() => true, usual, collected.questionnaires);
    return {
      content: { sha256: sha256(), benchmark: benchmark.head, rules },
      platforms: benchmark.platforms,
      profiles: benchmark.profiles(),
    };
  });
}
