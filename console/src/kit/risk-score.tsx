import { formatScore } from "./format-score.ts";
import styles from "./risk-score.module.css";

/** A risk score from 0 to 100 with a bar, so that a column of them is seen at a glance. */
export function RiskScore({ score }: { score: number }) {
  const level = score >= 80 ? "high" : score >= 40 ? "medium" : "low";
  return (
    <span className={styles["risk"]} data-level={level}>
      <span className={styles["bar"]} aria-hidden>
        <span className={styles["filled"]} style={{ inlineSize: `${score}%` }} />
      </span>
      <span className={styles["number"]}>{formatScore(score)}</span>
    </span>
  );
}
