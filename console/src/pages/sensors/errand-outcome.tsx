import { Alert, Group, Loader, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { Errand } from "../../api/operations.generated.ts";
import { capitalised } from "../../kit/declaration.ts";
import { Facts } from "../../kit/facts.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { Time, useNow } from "../../kit/time.tsx";
import { formatMs, formatPercent } from "../../kit/format-quantity.ts";
import { plural, t } from "../../text/text.ts";
import { CheckedParts } from "./errand-parts.tsx";

type Check = NonNullable<Errand["check"]>;

/** As the server has it: a collector that was not heard of for so long is silent. */
const silentAfterMs = 90_000;

/** What came of an errand, in words; while it is under way, who is at it. */
export function ErrandOutcome({ errand, error }: { errand: Errand | null; error: Error | null }) {
  if (error !== null && errand === null) return <ProblemAlert error={error} />;
  return (
    <div role="status" aria-live="polite">
      <Shown errand={errand} />
    </div>
  );
}

function Shown({ errand }: { errand: Errand | null }) {
  if (errand === null || errand.endedAt === null) return <UnderWay errand={errand} />;
  if (errand.failure !== null) {
    return (
      <Alert
        color="yellow"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title={t("sensorForm.noOutcome")}
      >
        <Text size="sm">{capitalised(errand.failure)}</Text>
        {isSilent(errand, errand.endedAt) && <LastSeen errand={errand} />}
      </Alert>
    );
  }
  return errand.check === undefined ? null : <Checked check={errand.check} />;
}

function UnderWay({ errand }: { errand: Errand | null }) {
  const now = useNow();
  const name = errand?.collector.name ?? "";
  const sentenceKey =
    errand === null
      ? "sensorForm.asking"
      : errand.state === "queued"
        ? "sensorForm.waiting"
        : "sensorForm.running";
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Loader size="sm" aria-hidden />
      <Stack gap={2}>
        <Text size="sm">{t(sentenceKey, { name })}</Text>
        {errand !== null && isSilent(errand, now) && <LastSeen errand={errand} />}
      </Stack>
    </Group>
  );
}

function isSilent({ state, collector, failure }: Errand, now: number): boolean {
  if (state !== "queued" && failure === null) return false;
  return collector.lastSeenAt === null || now - collector.lastSeenAt > silentAfterMs;
}

function LastSeen({ errand }: { errand: Errand }) {
  return (
    <Text size="sm">
      {t("sensorForm.lastHeardOf")} <Time at={errand.collector.lastSeenAt} />.
    </Text>
  );
}

function Checked({ check }: { check: Check }) {
  const title = check.ok
    ? check.latencyMs === undefined
      ? t("sensorForm.up")
      : t("sensorForm.upIn", { time: formatMs(check.latencyMs) })
    : t("sensorForm.down");
  return (
    <Alert
      color={check.ok ? "teal" : "red"}
      title={title}
      icon={
        check.ok ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />
      }
    >
      <Stack gap="xs">
        {check.cause !== undefined && <Text size="sm">{capitalised(check.cause)}</Text>}
        {check.withheld === true && <Text size="sm">{t("sensorForm.withheld")}</Text>}
        <Facts facts={factsOf(check)} />
        <CheckedParts interfaces={check.interfaces ?? []} host={check.host ?? []} />
      </Stack>
    </Alert>
  );
}

function factsOf(check: Check): [string, string | null][] {
  const { detail = {} } = check;
  const phases = Object.entries(phaseNames).flatMap(([phase, name]) => {
    const ms = detail.phases?.[phase];
    return ms === undefined ? [] : [`${t(name)} ${formatMs(ms)}`];
  });
  return [
    [t("sensorForm.fact.address"), detail.address ?? null],
    [t("sensorForm.fact.status"), check.httpStatus === undefined ? null : String(check.httpStatus)],
    [
      t("sensorForm.fact.certificate"),
      check.certDaysLeft === undefined
        ? null
        : check.certDaysLeft < 0
          ? plural("sensorForm.expired", -check.certDaysLeft)
          : plural("sensorForm.daysLeft", check.certDaysLeft),
    ],
    [
      t("sensorForm.fact.tls"),
      detail.tls === undefined ? null : `${detail.tls.protocol}, ${detail.tls.cipher}`,
    ],
    [
      t("sensorForm.fact.loss"),
      check.lossPercent === undefined ? null : formatPercent(check.lossPercent),
    ],
    [t("sensorForm.fact.jitter"), check.jitterMs === undefined ? null : formatMs(check.jitterMs)],
    [t("sensorForm.fact.phases"), phases.length === 0 ? null : phases.join(" · ")],
  ];
}

const phaseNames = {
  dnsMs: "sensorForm.phase.dns",
  connectMs: "sensorForm.phase.connect",
  tlsMs: "sensorForm.phase.tls",
  firstByteMs: "sensorForm.phase.firstByte",
  transferMs: "sensorForm.phase.transfer",
} as const;
