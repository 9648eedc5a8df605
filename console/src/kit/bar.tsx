import { Progress, type ProgressProps } from "@mantine/core";
import type { Tone } from "./mark.tsx";

/** How much of something there is, or how far it has come; what it tells stands beside it in words. */
export function Bar({
  tone = "status-up",
  ...rest
}: Omit<ProgressProps, "color"> & { tone?: Tone }) {
  return <Progress {...rest} color={`var(--${tone})`} />;
}
