import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callApi } from "../../api/client.ts";
import type { FindingRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { plural, t } from "../../text/text.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { nameOfFinding, useFindingColumns } from "./finding-columns.tsx";
import { FindingFilters, findingQuery } from "./finding-filters.tsx";

/** Findings with the status that they had when they were chosen, by id. */
type Choice = ReadonlyMap<string, number>;
const nothing: Choice = new Map();

/**
 * Findings, narrowed by what stands in the address, to be chosen and decided about.
 *
 * @param assetId all are of this asset.
 */
export function FindingTable({ assetId, empty }: { assetId?: string; empty: ReactNode }) {
  const { name, id: tenantId } = useTenant();
  const client = useQueryClient();
  const [filters] = useFilters();
  const columns = useFindingColumns(assetId !== undefined);
  const query = {
    ...findingQuery(filters),
    ...(assetId === undefined ? {} : { asset: assetId }),
  };
  const narrowing = JSON.stringify(query);
  const [choice, setChoice] = useState({ of: narrowing, findings: nothing });
  // What was chosen among others is not what is seen now.
  const chosen = choice.of === narrowing ? choice.findings : nothing;
  const [isChoosing, setIsChoosing] = useState(false);
  const [isDeciding, setIsDeciding] = useState(false);
  const choose = (findings: Choice) => setChoice({ of: narrowing, findings });

  const select = (ids: ReadonlySet<string>) => {
    const loaded = client
      .getQueriesData<{ items: FindingRow[] }>({
        queryKey: ["listFindingRows", tenantId],
        type: "active",
      })
      .flatMap(([, data]) => data?.items ?? []);
    const statusAt = new Map(loaded.map((row) => [row.id, row.statusAt]));
    choose(new Map([...ids].map((id) => [id, chosen.get(id) ?? statusAt.get(id) ?? 0])));
  };
  const chooseAll = async () => {
    setIsChoosing(true);
    try {
      const { items, isAll } = await callApi("chooseFindings", { path: { tenantId }, query });
      choose(new Map(items.map(({ id, statusAt }) => [id, statusAt])));
      if (!isAll)
        notifications.show({ message: t("findings.chosenSome", { count: items.length }) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notifications.show({ color: "red", message: error.message });
    } finally {
      setIsChoosing(false);
    }
  };
  return (
    <>
      <FindingFilters ofAsset={assetId !== undefined} />
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
        operation="listFindingRows"
        args={{ query }}
        columns={columns}
        label={t("findings.title")}
        defaultSort="-risk"
        nameOf={nameOfFinding}
        hrefOf={({ id }) => paths.finding(name, id)}
        live="findings"
        selection={{ selected: new Set(chosen.keys()), onChange: select }}
        empty={empty}
      />
      {isDeciding && (
        <DecideDialog
          chosen={[...chosen].map(([id, statusAt]) => ({ id, statusAt }))}
          onClose={(done) => {
            setIsDeciding(false);
            if (done) choose(nothing);
          }}
        />
      )}
    </>
  );
}
