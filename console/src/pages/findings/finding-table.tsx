import type { ReactNode } from "react";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { t } from "../../text/text.ts";
import { DecideBar } from "./decide-bar.tsx";
import { nameOfFinding, useFindingColumns } from "./finding-columns.tsx";
import { FindingFilters, findingQuery } from "./finding-filters.tsx";
import { useChoice } from "./use-choice.ts";

/**
 * Findings, narrowed by what stands in the address, to be chosen and decided about.
 *
 * @param assetId all are of this asset.
 */
export function FindingTable({ assetId, empty }: { assetId?: string; empty: ReactNode }) {
  const { name } = useTenant();
  const [filters] = useFilters();
  const columns = useFindingColumns(assetId !== undefined);
  const query = {
    ...findingQuery(filters),
    ...(assetId === undefined ? {} : { asset: assetId }),
  };
  const choice = useChoice("findings", query, (count) => t("findings.chosenSome", { count }));
  return (
    <>
      <FindingFilters ofAsset={assetId !== undefined} />
      <DecideBar kind="findings" choice={choice} />
      <DataTable
        operation="listFindingRows"
        args={{ query }}
        columns={columns}
        label={t("findings.title")}
        defaultSort="-risk"
        nameOf={nameOfFinding}
        hrefOf={({ id }) => paths.finding(name, id)}
        live="findings"
        selection={{ selected: choice.ids, onChange: choice.select }}
        empty={empty}
      />
    </>
  );
}
