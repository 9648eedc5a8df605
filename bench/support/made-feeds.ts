/** Feeds of the size and shape of the real ones, made from the extracts of the tests. */
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

const fixtures = new URL("../../test/fixtures/feeds/", import.meta.url);

type Json = Record<string, unknown>;

/**
 * Writes a yearly file of NVD, packed as NVD does it: the records of the extract over and over, each with an id, product
 * names, references and a description of its own, about 4 KB of JSON.
 *
 * @returns the bytes of JSON.
 */
export async function writeNvdYear(path: string, year: number, records: number): Promise<number> {
  const extract: { vulnerabilities: { cve: Json }[] } = JSON.parse(
    await readFile(new URL("nvd.json", fixtures), "utf8"),
  );
  const models = extract.vulnerabilities.map(({ cve }) => JSON.stringify(cve));
  let bytes = 0;
  const pieces = function* (): Generator<string> {
    yield (
      `{"resultsPerPage":${records},"startIndex":0,"totalResults":${records},"format":"NVD_CVE","version":"2.0",` +
        '"timestamp":"2026-11-21T00:00:00.000","vulnerabilities":['
    );
    for (let i = 0; i < records; i += 1) {
      const model = models[i % models.length] ?? "{}";
      yield `${i === 0 ? "" : ","}{"cve":${variant(model, year, i)}}`;
    }
    yield "]}";
  };
  const counted = function* (): Generator<string> {
    for (const piece of pieces()) {
      bytes += piece.length;
      yield piece;
    }
  };
  await pipeline(Readable.from(counted()), createGzip({ level: 1 }), createWriteStream(path));
  return bytes;
}

/** Vendors that many records name are as in the extract, the others are of this record's neighbourhood. */
function variant(model: string, year: number, i: number): string {
  const record: Json = JSON.parse(
    model.replaceAll(/cpe:2\.3:a:([a-z]+):/g, `cpe:2.3:a:$1_${i % 5000}:`),
  );
  const words = Array.from({ length: 40 }, (_, n) => `word${(i * 31 + n * 17) % 9973}`).join(" ");
  return JSON.stringify({
    ...record,
    id: `CVE-${year}-${100_000 + i}`,
    descriptions: [{ lang: "en", value: words }],
    references: Array.from({ length: 6 }, (_, n) => ({
      url: `https://advisories.example.test/${year}/${i}/${n}`,
      source: "cve@mitre.org",
      tags: ["Vendor Advisory"],
    })),
  });
}

/** Writes an EPSS file with so many rows. */
export async function writeEpss(path: string, rows: number, day: number): Promise<void> {
  const date = `2026-11-${String(day).padStart(2, "0")}T12:00:00Z`;
  const lines = function* (): Generator<string> {
    yield `#model_version:v2026.06.15,score_date:${date}\ncve,epss,percentile\n`;
    for (let i = 0; i < rows; i += 1) {
      const share = (((i + day) * 7919) % 99_991) / 100_000;
      yield `CVE-${2002 + (i % 25)}-${100_000 + Math.floor(i / 25)},${share.toFixed(5)},${share.toFixed(5)}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path));
}
