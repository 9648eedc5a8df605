import type { ReactNode } from "react";
import styles from "./aside.module.css";

/** Words of less weight beside others, in a table's row: such as a kind before a name. */
export function Aside({ children }: { children: ReactNode }) {
  return <span className={styles["aside"]}>{children}</span>;
}
