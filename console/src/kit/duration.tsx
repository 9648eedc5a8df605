import { useNow } from "./time.tsx";
import { formatDuration } from "./format-duration.ts";

/** How long from one time to another; to none: until now, and it goes on. */
export function Duration({ from, to }: { from: number; to: number | null }) {
  const now = useNow();
  return formatDuration(Math.max(0, (to ?? now) - from));
}
