/** What the doctor found about one thing. */
export interface Finding {
  subject: string;
  /** `warning`: worth a look. `failed`: monitoring suffers now. */
  verdict: "ok" | "warning" | "failed";
  /** What was seen, and what to do about it. */
  text: string;
}

export function formatFinding({ subject, verdict, text }: Finding): string {
  return `${verdict.padEnd(7)}  ${subject}: ${text}`;
}

const units = ["B", "KiB", "MiB", "GiB", "TiB"];

/** `12.3 GiB` */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
