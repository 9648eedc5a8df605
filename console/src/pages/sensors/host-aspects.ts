import type { Errand } from "../../api/operations.generated.ts";
import { formatBytes, formatPercent } from "../../kit/format-quantity.ts";
import { formatDuration } from "../../kit/format-duration.ts";
import { t } from "../../text/text.ts";

/** Host aspects that need no name. */
export const aspects = ["cpu", "memory", "uptime", "storage"] as const;

export type HostFacts = NonNullable<NonNullable<Errand["check"]>["host"]>[number];

/** An aspect as a sensor names it: `cpu`, `storage:/var`. */
export function aspectName(aspect: string): string {
  const known = aspects.find((each) => each === aspect);
  return known === undefined
    ? t("sensorForm.storageOf", { name: aspect.replace(/^storage:/, "") })
    : t(`sensorForm.host.${known}`);
}

/** As a sensor names what was read. */
export function aspectOf({ aspect, name }: HostFacts): string {
  return aspect === "storage" ? `storage:${name}` : aspect;
}

/** What was read, for people. */
export function aspectValue({ percent, total, seconds }: HostFacts): string {
  if (seconds !== null) return formatDuration(seconds * 1000);
  const share = percent === null ? t("sensorForm.unknownYet") : formatPercent(percent);
  return total === null ? share : t("sensorForm.shareOf", { share, total: formatBytes(total) });
}
