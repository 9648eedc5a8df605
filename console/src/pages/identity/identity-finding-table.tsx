import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../api/client.ts";
import type { IdentityFindingRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FindingStatusBadge } from "../../kit/finding-status.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { Time } from "../../kit/time.tsx";
import { plural, t } from "../../text/text.ts";
import { DecideDialog } from "../findings/decide-dialog.tsx";
import { IdentityFilters, identityQuery } from "./identity-filters.tsx";

/** Findings with the status that they had when they were chosen, by id. */
type Choice = ReadonlyMap<string, number>;
const nothing: Choice = new Map();

const columns: readonly Column<IdentityFindingRow>[] = [
  {
    name: "target",
    title: t("identity.target"),
    width: "minmax(140px, 1.5fr)",
    sortable: true,
    cell: ({ targetName }) => targetName,
  },
  {
    name: "severity",
    title: t("findings.severity"),
    width: "minmax(100px, 120px)",
    sortable: true,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    name: "rule",
    title: t("identity.whatIsWrong"),
    width: "minmax(180px, 3fr)",
    sortable: true,
    cell: ({ title }) => title,
  },
  {
    name: "directory",
    title: t("identity.directory"),
    width: "minmax(100px, 1fr)",
    wide: true,
    cell: ({ directoryName }) => directoryName,
  },
  {
    name: "status",
    title: t("findings.status"),
    width: "minmax(120px, 150px)",
    sortable: true,
    wide: true,
    cell: ({ status }) => <FindingStatusBadge status={status} />,
  },
  {
    name: "firstSeen",
    title: t("identity.firstSeen"),
    width: "minmax(110px, 140px)",
    sortable: true,
    wide: true,
    cell: ({ firstSeenAt }) => <Time at={firstSeenAt} />,
  },
];

/** Identity findings, narrowed by what stands in the address, to be chosen and decided about. */
export function IdentityFindingTable() {
  const { name, id: tenantId } = useTenant();
  const client = useQueryClient();
  const [filters] = useFilters();
  const query = identityQuery(filters);
  const narrowing = JSON.stringify(query);
  const [choice, setChoice] = useState({ of: narrowing, findings: nothing });
  // What was chosen among others is not what is seen now.
  const chosen = choice.of === narrowing ? choice.findings : nothing;
  const [isChoosing, setIsChoosing] = useState(false);
  const [isDeciding, setIsDeciding] = useState(false);
  const choose = (findings: Choice) => setChoice({ of: narrowing, findings });

  const select = (ids: ReadonlySet<string>) => {
    const loaded = client
      .getQueriesData<{ items: IdentityFindingRow[] }>({
        queryKey: ["listIdentityFindingRows", tenantId],
        type: "active",
      })
      .flatMap(([, data]) => data?.items ?? []);
    const statusAt = new Map(loaded.map((row) => [row.id, row.statusAt]));
    choose(new Map([...ids].map((id) => [id, chosen.get(id) ?? statusAt.get(id) ?? 0])));
  };
  const chooseAll = async () => {
    setIsChoosing(true);
    try {
      const path = { tenantId };
      const { items, isAll } = await callApi("chooseIdentityFindings", { path, query });
      choose(new Map(items.map(({ id, statusAt }) => [id, statusAt])));
      if (!isAll)
        notifications.show({ message: t("identity.chosenSome", { count: items.length }) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notifications.show({ color: "red", message: error.message });
    } finally {
      setIsChoosing(false);
    }
  };
  return (
    <Stack gap="md">
      <IdentityFilters />
      <Group gap="xs">
        <GuardedButton
          need="operate"
          disabled={chosen.size === 0}
          onClick={() => setIsDeciding(true)}
        >
          {t("findings.decide")}
        </GuardedButton>
        <GuardedButton
          need="operate"
          variant="default"
          loading={isChoosing}
          onClick={() => void chooseAll()}
        >
          {t("findings.chooseAll")}
        </GuardedButton>
        {chosen.size > 0 && (
          <Button variant="subtle" onClick={() => choose(nothing)}>
            {t("findings.unchoose")}
          </Button>
        )}
        <Text size="sm" role="status">
          {chosen.size > 0 && plural("common.selected", chosen.size)}
        </Text>
      </Group>
      <DataTable
        operation="listIdentityFindingRows"
        args={{ query }}
        columns={columns}
        label={t("identity.tab.findings")}
        defaultSort="-severity"
        nameOf={({ targetName, title }) => `${targetName}: ${title}`}
        hrefOf={({ id }) => paths.identityFinding(name, id)}
        live="identity_findings"
        selection={{ selected: new Set(chosen.keys()), onChange: select }}
        empty={<Empty title={t("identity.noFindings")} hint={t("identity.noFindingsHint")} />}
      />
      {isDeciding && (
        <DecideDialog
          kind="identity"
          chosen={[...chosen].map(([id, statusAt]) => ({ id, statusAt }))}
          onClose={(done) => {
            setIsDeciding(false);
            if (done) choose(nothing);
          }}
        />
      )}
    </Stack>
  );
}
