import { NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import type { Declaration } from "../../kit/declaration.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { t } from "../../text/text.ts";
import { RateField } from "./rate-field.tsx";

const rates = ["perHostPerSec", "perSubnetPerSec", "totalPerSec"] as const;

/** The settings of a scan that most leave as they are. */
export function ScanSettings({ declaration }: { declaration: Declaration<"Scan"> }) {
  const { item, change, errorOf, touch } = declaration;
  return (
    <Stack gap="md">
      <NameSelect
        operation="listProbeNames"
        label={t("scans.probe")}
        hint={t("scans.probeHint")}
        value={item.probe ?? null}
        onChange={(probe) => change({ probe: probe ?? undefined })}
        error={errorOf("/probe")}
      />
      <LinesField
        label={t("scans.exclude")}
        hint={t("scans.excludeHint")}
        lines={item.exclude ?? []}
        onChange={(exclude) => change({ exclude: exclude.length === 0 ? undefined : exclude })}
        onBlur={() => touch("/exclude")}
        error={errorOf("/exclude")}
        minRows={2}
      />
      {item.type !== "discovery" && (
        <TextInput
          label={t("scans.ports")}
          description={t("scans.portsHint")}
          placeholder="top-1000"
          value={item.ports ?? ""}
          onChange={(event) => change({ ports: textOrNone(event.currentTarget.value) })}
          onBlur={() => touch("/ports")}
          error={errorOf("/ports")}
        />
      )}
      {item.type === "full" && (
        <>
          <TextInput
            label={t("scans.udpPorts")}
            description={t("scans.udpPortsHint")}
            placeholder="common"
            value={item.udpPorts ?? ""}
            onChange={(event) => change({ udpPorts: textOrNone(event.currentTarget.value) })}
            onBlur={() => touch("/udpPorts")}
            error={errorOf("/udpPorts")}
          />
          <Switch
            label={t("scans.nmap")}
            description={t("scans.nmapHint")}
            checked={item.nmap !== false}
            onChange={(event) => change({ nmap: event.currentTarget.checked })}
          />
          <Switch
            label={t("scans.includeFragile")}
            description={t("scans.includeFragileHint")}
            checked={item.includeFragile === true}
            onChange={(event) => change({ includeFragile: event.currentTarget.checked })}
          />
        </>
      )}
      {rates.map((rate) => (
        <RateField
          key={rate}
          label={t(`scans.${rate}`)}
          usual={t(`scans.${rate}Usual`)}
          value={item.budget?.[rate]}
          onChange={(value) => change({ budget: { ...item.budget, [rate]: value } })}
          error={errorOf(`/budget/${rate}`)}
        />
      ))}
      <NumberInput
        label={t("scans.connectTimeoutMs")}
        placeholder="1000"
        min={50}
        max={30_000}
        value={item.connectTimeoutMs ?? ""}
        onChange={(value) => change({ connectTimeoutMs: numberOrNone(value) })}
        error={errorOf("/connectTimeoutMs")}
      />
    </Stack>
  );
}

function textOrNone(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}

function numberOrNone(value: number | string): number | undefined {
  return value === "" ? undefined : Number(value);
}
