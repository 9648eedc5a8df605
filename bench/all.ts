/**
 * Runs every bench, one after the other, and writes `bench/results.md`. `--only checks-icmp,intake` runs some and leaves
 * the other rows as they are; `--peers FILE` puts rows of other programs, measured in the same run of a peer bench and
 * kept as JSON lines in FILE, into the same table; `--sec N` sets the length of each run.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release } from "node:os";
import { parseArgs } from "node:util";

/** One row, as a bench prints it. */
interface Row {
  readonly bench?: string;
  readonly peer: string;
  readonly work: string;
  readonly cores?: number;
  readonly unit?: string;
  readonly rate?: number;
  readonly perCpuSecond?: number;
  readonly cpuPer1000?: number;
  readonly rssMiB?: number;
  readonly failed?: number;
  readonly runs?: readonly number[];
  readonly notes?: string;
}

const here = new URL("./", import.meta.url);
const rowsFile = new URL("results.jsonl", here);
const { values } = parseArgs({
  options: { only: { type: "string" }, peers: { type: "string" }, sec: { type: "string" } },
});

const benches = readdirSync(here)
  .filter((name) => name.endsWith(".bench.ts"))
  .map((name) => name.slice(0, -".bench.ts".length))
  .filter((name) => values.only === undefined || values.only.split(",").includes(name));

for (const bench of benches) {
  process.stderr.write(`== ${bench}\n`);
  const fresh = await runBench(bench);
  keep([...readRows(rowsFile).filter((row) => row.bench !== bench), ...fresh]);
}
if (values.peers !== undefined) {
  const peers = readRows(new URL(values.peers, `file://${process.cwd()}/`));
  keep([...readRows(rowsFile).filter((row) => row.bench !== undefined), ...peers]);
}

/** After each bench, so that a run that is cut off has not been for nothing. */
function keep(rows: readonly Row[]): void {
  writeFileSync(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  writeFileSync(new URL("results.md", here), report(rows));
}

function runBench(bench: string): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const length = values.sec === undefined ? [] : ["--sec", values.sec];
    const program = new URL(`${bench}.bench.ts`, here).pathname;
    const child = spawn(process.execPath, [program, ...length], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== 0) return reject(new Error(`${bench} ended with ${code}`));
      const lines = text.split("\n").filter((line) => line.startsWith("{"));
      resolve(lines.map((line): Row => ({ ...(JSON.parse(line) as Row), bench })));
    });
  });
}

function readRows(file: URL): Row[] {
  const text = readFileSync(file, { encoding: "utf8", flag: "a+" });
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Row]));
}

function report(all: readonly Row[]): string {
  const head = `# Figures

Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Linux ${release()}, Node ${process.version},
by \`npm run bench\`. Medians of several runs; the machine is shared and noisy, so compare rows of one run. Checks go to loopback,
where the kernel answers within the asker's CPU time: these are floors of cost, not figures of a network.

| who | work | cores | a second | per CPU second | CPU s per 1,000 | MiB | notes |
|---|---|---|---|---|---|---|---|
`;
  const cell = (value: string | number | undefined) =>
    value === undefined
      ? ""
      : typeof value === "number"
        ? value.toLocaleString("en")
        : value.replaceAll("|", "/");
  const line = (row: Row) =>
    `| ${[
      row.peer,
      row.work,
      row.cores,
      row.rate === undefined
        ? undefined
        : `${row.rate.toLocaleString("en")}${row.unit === undefined ? "" : ` (${row.unit})`}`,
      row.perCpuSecond,
      row.cpuPer1000,
      row.rssMiB,
      [
        row.failed === undefined || row.failed === 0 ? "" : `failed ${row.failed}`,
        row.notes ?? "",
        row.runs === undefined ? "" : `runs ${row.runs.join("/")}`,
      ]
        .filter(Boolean)
        .join("; "),
    ]
      .map(cell)
      .join(" | ")} |\n`;
  return head + all.map(line).join("");
}
