import { Dialog } from "../../kit/dialog.tsx";
import { Alert, List, Stack, Table, Text } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import type { AgentPage } from "../../api/operations.generated.ts";
import { Facts } from "../../kit/facts.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
import { PartState } from "./part-state.tsx";

/** All that an agent says of itself and its host, and what it cannot see. */
export function AgentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const agent = useApi("getAgent", { path: { id } });
  return (
    <Dialog opened onClose={onClose} title={agent.data?.name ?? t("common.loading")} size="xl">
      <Loaded query={agent}>{(data) => <Shown agent={data} />}</Loaded>
    </Dialog>
  );
}

function Shown({ agent }: { agent: AgentPage }) {
  const { host, blindSpots, coverage, listeners } = agent;
  return (
    <Stack gap="md">
      {blindSpots.length > 0 && (
        <Alert color="yellow" title={t("agents.blind")}>
          <List size="sm">
            {blindSpots.map(({ what, why }) => (
              <List.Item key={what}>{why}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Facts
        facts={[
          [t("parts.state"), <PartState key="state" status={agent.status} />],
          [t("parts.lastSeen"), <Time key="seen" at={agent.lastSeenAt} />],
          [t("agents.enrolled"), <Time key="enrolled" at={agent.enrolledAt} />],
          [t("agents.inventory"), <Time key="inventory" at={agent.inventoryAt} />],
          [t("agents.hostname"), host?.fqdn ?? agent.hostname],
          [t("agents.os"), agent.os],
          [t("agents.kernel"), host === null ? null : `${host.kernel}, ${host.architecture}`],
          [t("agents.addresses"), addressesOf(agent)],
          [t("agents.booted"), host === null ? null : <Time key="boot" at={host.bootedAt} />],
          [t("agents.rights"), rightsOf(agent)],
          [t("agents.oscap"), agent.oscap ?? t("agents.noOscap")],
          [t("agents.site"), agent.site ?? t("common.none")],
          [t("agents.tags"), agent.tags.length === 0 ? t("common.none") : agent.tags.join(", ")],
          [t("agents.packages"), formatNumber(agent.packages)],
          [
            t("agents.coverage"),
            coverage === null ? null : t("agents.judged", { count: coverage.judged }),
          ],
        ]}
      />
      {coverage !== null && coverage.notJudged.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t("agents.notJudged")}
          </Text>
          <List size="sm">
            {coverage.notJudged.map(({ reason, packages }) => (
              <List.Item key={reason}>
                {plural("agents.notJudgedOf", packages, { reason })}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {listeners.length > 0 && <Listeners listeners={listeners} />}
    </Stack>
  );
}

function Listeners({ listeners }: Pick<AgentPage, "listeners">) {
  return (
    <WideTable
      label={t("agents.listeners")}
      minWidth={420}
      heads={[t("agents.listens"), t("agents.program")]}
    >
      <Table.Tbody>
        {listeners.map(({ protocol, address, port, process }) => (
          <Table.Tr key={`${protocol} ${address} ${port} ${process}`}>
            <Table.Td ff="monospace">{`${protocol} ${address} ${port}`}</Table.Td>
            <Table.Td>{process ?? t("common.unknown")}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function addressesOf({ host }: AgentPage): string | null {
  if (host === null) return null;
  const addresses = host.interfaces.flatMap((one) => one.addresses);
  return addresses.length === 0 ? null : addresses.join(", ");
}

function rightsOf({ privileged, blindSpots }: AgentPage): string {
  if (privileged === null) return t("common.unknown");
  if (privileged) return t("agents.asRoot");
  return t(blindSpots.length === 0 ? "agents.notRootSeesAll" : "agents.notRoot");
}
