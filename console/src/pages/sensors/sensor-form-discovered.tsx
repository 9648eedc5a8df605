import { Alert, Button, Checkbox, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { Errand } from "../../api/operations.generated.ts";
import { formatBits } from "../../kit/format-quantity.ts";
import { Mark } from "../../kit/mark.tsx";
import { plural, t } from "../../text/text.ts";
import { aspectName, aspectOf, aspectValue } from "./host-aspects.ts";
import { useSensorForm } from "./sensor-form-state.ts";

type Discovery = NonNullable<Errand["discovery"]>;
type Interface = Discovery["interfaces"][number];

/** More rows at once would make the form slow; a search finds the others. */
const mostShown = 100;

/** What a device says that it has, to be ticked. */
export function DiscoveredParts({
  discovery,
  interfaces,
  host,
}: {
  discovery: Discovery;
  interfaces: readonly string[];
  host: readonly string[];
}) {
  const { item, set, readOnly } = useSensorForm();
  const { sysName, sysDescr, notes } = discovery;
  const isNamed = item["name"] === sysName;
  return (
    <Stack gap="sm">
      <Alert
        color="teal"
        role="status"
        title={t("sensorForm.deviceAnswers", { name: sysName ?? "" })}
      >
        <Stack gap={4} align="flex-start">
          {sysDescr !== null && <Text size="sm">{sysDescr}</Text>}
          {notes.map((note) => (
            <Text size="sm" key={note}>
              {note}
            </Text>
          ))}
          {sysName !== null && sysName.trim() !== "" && !isNamed && (
            <Button
              size="compact-sm"
              variant="light"
              disabled={readOnly}
              onClick={() => set(["/name", sysName.trim()])}
            >
              {t("sensorForm.useName", { name: sysName.trim() })}
            </Button>
          )}
        </Stack>
      </Alert>
      <HostBoxes discovery={discovery} chosen={host} />
      <InterfaceTable found={discovery.interfaces} chosen={interfaces} />
    </Stack>
  );
}

function HostBoxes({ discovery, chosen }: { discovery: Discovery; chosen: readonly string[] }) {
  const { set, readOnly } = useSensorForm();
  const volumes = discovery.host.filter(({ aspect }) => aspect === "storage");
  const offered = [
    ...discovery.host
      .filter(({ aspect }) => aspect !== "storage")
      .map((facts) => ({ value: aspectOf(facts), reading: aspectValue(facts) })),
    ...(volumes.length > 0 ? [{ value: "storage", reading: t("sensorForm.everyDisk") }] : []),
    ...volumes.map((facts) => ({ value: aspectOf(facts), reading: aspectValue(facts) })),
  ];
  const known = new Set(offered.map(({ value }) => value));
  const gone = chosen.filter((each) => !known.has(each));
  if (offered.length + gone.length === 0) {
    return <Text size="sm">{t("sensorForm.noHostAspects")}</Text>;
  }
  return (
    <Checkbox.Group
      label={t("sensorForm.hostAspects")}
      value={[...chosen]}
      onChange={(next) => set(["/host", next])}
      readOnly={readOnly}
    >
      <Group gap="md" mt={6}>
        {offered.map(({ value, reading }) => (
          <AspectBox key={value} aspect={value} reading={reading} />
        ))}
        {gone.map((value) => (
          <AspectBox key={value} aspect={value} reading={t("sensorForm.notOffered")} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Paths of disks may be long, and have no blanks to break at. */
function AspectBox({ aspect, reading }: { aspect: string; reading: string }) {
  return (
    <Checkbox
      value={aspect}
      label={aspectName(aspect)}
      description={reading}
      maw="100%"
      styles={{ labelWrapper: { minWidth: 0 }, label: { overflowWrap: "anywhere" } }}
    />
  );
}

function InterfaceTable({
  found,
  chosen,
}: {
  found: readonly Interface[];
  chosen: readonly string[];
}) {
  const { set, readOnly } = useSensorForm();
  const [search, setSearch] = useState("");
  const known = new Set(found.map(({ name }) => name));
  const gone = chosen.filter((name) => !known.has(name));
  const selected = new Set(chosen);
  const matching = found.filter(({ name, alias }) =>
    `${name} ${alias ?? ""}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const toggle = (names: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const name of names) {
      if (on) next.add(name);
      else next.delete(name);
    }
    set(["/interfaces", [...next]]);
  };
  const up = matching.filter(({ operStatus }) => operStatus === "up").map(({ name }) => name);
  if (found.length + gone.length === 0) {
    return <Text size="sm">{t("sensorForm.noInterfaces")}</Text>;
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <TextInput
          type="search"
          label={t("sensorForm.interfaces")}
          placeholder={t("sensorForm.searchInterfaces")}
          aria-label={t("sensorForm.searchInterfaces")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex="1 1 200px"
        />
        <Button
          variant="default"
          disabled={readOnly || up.length === 0}
          onClick={() => toggle(up, true)}
        >
          {plural("sensorForm.selectUp", up.length)}
        </Button>
        <Button
          variant="subtle"
          disabled={readOnly || chosen.length === 0}
          onClick={() => set(["/interfaces", undefined])}
        >
          {t("sensorForm.selectNone")}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {plural("sensorForm.matchingInterfaces", matching.length)}
        {matching.length > mostShown && ` ${t("sensorForm.searchForMore", { count: mostShown })}`}
      </Text>
      <Table.ScrollContainer minWidth={290} mah={420}>
        <Table aria-label={t("sensorForm.interfaces")} stickyHeader verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36} />
              <Table.Th>{t("common.name")}</Table.Th>
              <Table.Th>{t("sensorForm.state")}</Table.Th>
              <Table.Th ta="right">{t("sensorForm.speed")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {gone.map((name) => (
              <Table.Tr key={`gone ${name}`}>
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={name}
                    checked
                    disabled={readOnly}
                    onChange={() => toggle([name], false)}
                  />
                </Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td colSpan={2}>{t("sensorForm.notOffered")}</Table.Td>
              </Table.Tr>
            ))}
            {matching.slice(0, mostShown).map((each, i) => (
              <InterfaceRow
                key={`${i} ${each.name}`}
                facts={each}
                selected={selected.has(each.name)}
                readOnly={readOnly}
                onToggle={(on) => toggle([each.name], on)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function InterfaceRow({
  facts: { name, alias, adminStatus, operStatus, speedBps },
  selected,
  readOnly,
  onToggle,
}: {
  facts: Interface;
  selected: boolean;
  readOnly: boolean;
  onToggle: (on: boolean) => void;
}) {
  const state = adminStatus === "down" ? t("sensorForm.shutDown") : operStatus;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={alias === null || alias === "" ? name : `${name}, ${alias}`}
          checked={selected}
          disabled={readOnly}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        {name}
        {alias !== null && alias !== "" && (
          <Text size="xs" c="dimmed">
            {alias}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Mark
          look={
            operStatus === "up" ? [IconCircleCheck, "status-up"] : [IconCircleX, "status-quiet"]
          }
        >
          {state}
        </Mark>
      </Table.Td>
      <Table.Td ta="right">
        {speedBps === null || speedBps === 0 ? "" : formatBits(speedBps)}
      </Table.Td>
    </Table.Tr>
  );
}
