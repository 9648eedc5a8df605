import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** What is known of one thing: names and values, below one another. What is `null` is left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles["facts"]}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name} className={styles["fact"]}>
            <dt className={styles["name"]}>{name}</dt>
            <dd className={styles["value"]}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
