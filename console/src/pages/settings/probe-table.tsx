import { Anchor, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ProbeRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { plural, t } from "../../text/text.ts";
import { PartState } from "./part-state.tsx";
import { type ProbeDeed, ProbeMenu } from "./probe-menu.tsx";

/** All probes: how they are, what they are there for, what they can do, and what they may touch. */
export function ProbeTable({
  probes,
  onChoose,
}: {
  probes: readonly ProbeRow[];
  onChoose: (probe: ProbeRow, deed: ProbeDeed) => void;
}) {
  return (
    <WideTable
      label={t("probes.title")}
      minWidth={900}
      heads={[
        t("common.name"),
        t("parts.state"),
        t("parts.lastSeen"),
        t("probes.usedBy"),
        t("probes.abilities"),
        t("probes.targets"),
        t("parts.version"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {probes.map((probe) => (
          <Table.Tr key={probe.id}>
            <Table.Td>
              <Text size="sm" fw={500}>
                {probe.name}
              </Text>
              <Text size="xs" c="dimmed">
                {probe.embedded ? t("probes.embedded") : probe.hostname}
              </Text>
            </Table.Td>
            <Table.Td>
              <PartState status={probe.status} />
            </Table.Td>
            <Table.Td>
              <Time at={probe.lastSeenAt} />
            </Table.Td>
            <Table.Td>
              <UsedBy probe={probe} />
            </Table.Td>
            <Table.Td>
              <Abilities probe={probe} />
            </Table.Td>
            <Table.Td>
              <Targets probe={probe} />
            </Table.Td>
            <Table.Td>{probe.version}</Table.Td>
            <Table.Td>
              <ProbeMenu probe={probe} onChoose={(deed) => onChoose(probe, deed)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function UsedBy({ probe: { scans, sites, directories } }: { probe: ProbeRow }) {
  const { name } = useTenant();
  if (scans + directories === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("probes.unused")}
      </Text>
    );
  }
  return (
    <Stack gap={0}>
      {scans > 0 && (
        <Anchor component={Link} to={paths.scans(name)} size="sm" title={sites.join(", ")}>
          {plural("probes.scans", scans)}
        </Anchor>
      )}
      {sites.length > 0 && (
        <Text size="xs" c="dimmed">
          {shortened(sites)}
        </Text>
      )}
      {directories > 0 && (
        <Anchor component={Link} to={paths.identity(name)} size="sm">
          {plural("probes.directories", directories)}
        </Anchor>
      )}
    </Stack>
  );
}

function Abilities({ probe: { health } }: { probe: ProbeRow }) {
  if (health === null) return null;
  const words = [
    t(health.icmp ? "probes.pings" : "probes.pingsNot"),
    health.nmap === null ? t("probes.nmapNone") : t("probes.nmap", { version: health.nmap }),
    ...(health.assessments === null ? [t("probes.tooOld")] : []),
    ...(health.runs > 0 ? [plural("probes.runs", health.runs)] : []),
    ...(health.spooled > 0 ? [plural("probes.spooled", health.spooled)] : []),
  ];
  return (
    <Stack gap={0}>
      {words.map((word) => (
        <Text key={word} size="sm">
          {word}
        </Text>
      ))}
    </Stack>
  );
}

function Targets({ probe: { targetAllow, targetDeny } }: { probe: ProbeRow }) {
  const allowed = targetAllow.length === 0 ? t("probes.everything") : shortened(targetAllow);
  return (
    <Stack gap={0}>
      <Text size="sm">{allowed}</Text>
      {targetDeny.length > 0 && (
        <Text size="sm">{t("probes.butNot", { networks: shortened(targetDeny) })}</Text>
      )}
    </Stack>
  );
}

const mostShown = 3;

function shortened(texts: readonly string[]): string {
  const shown = texts.slice(0, mostShown).join(", ");
  const more = texts.length - mostShown;
  return more > 0 ? t("probes.andMore", { texts: shown, count: more }) : shown;
}
