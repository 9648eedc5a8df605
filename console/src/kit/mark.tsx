import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./mark.module.css";

/** The colours of `global.css` that tell how something is. */
export type Tone = `status-${"up" | "down" | "warning" | "busy" | "quiet"}` | SeverityTone;
type SeverityTone = `severity-${"critical" | "high" | "medium" | "low"}`;

/** How one of several states looks. */
export type Look = readonly [icon: TablerIcon, tone: Tone];

/** How something is, the same everywhere: an icon and a word, since colour alone says nothing. */
export function Mark({
  look: [Icon, tone],
  isStrong = false,
  size = 16,
  title,
  children,
}: {
  look: Look;
  /** For what shall be seen before the others. */
  isStrong?: boolean;
  /** Of the icon, pixels. */
  size?: number;
  /** What else there is to say of it, on hover. */
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={styles["mark"]}
      data-strong={isStrong || undefined}
      style={{ color: `var(--${tone})` }}
      title={title}
    >
      <Icon size={size} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
