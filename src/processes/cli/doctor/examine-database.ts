import type { Database } from "#platform/db";
import { type Finding, formatBytes } from "./finding.ts";
import { findVitals } from "./doctor.queries.ts";

/** Results carry the server's time; a database whose clock is further off mixes up before and after. */
const skewWarnMs = 2_000;
const skewFailMs = 30_000;

/** Looks at PostgreSQL itself, and whether its clock agrees with this machine's. */
export async function examineDatabase(database: Database): Promise<Finding[]> {
  const before = Date.now();
  const { version, now, bytes, schema } = await findVitals(database.system);
  const ourNow = (before + Date.now()) / 2;
  const text = `PostgreSQL ${version}, schema ${schema}, ${formatBytes(bytes)}`;
  return [{ subject: "database", verdict: "ok", text }, clockFinding(now - ourNow)];
}

function clockFinding(skewMs: number): Finding {
  const off = Math.abs(skewMs);
  const side = skewMs > 0 ? "ahead of" : "behind";
  const text = `the database's is ${(off / 1000).toFixed(1)} s ${side} this machine's`;
  const subject = "clock";
  if (off < skewWarnMs) return { subject, verdict: "ok", text };
  const verdict = off < skewFailMs ? "warning" : "failed";
  return { subject, verdict, text: `${text}; let both follow NTP` };
}
