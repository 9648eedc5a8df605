import { Group, Stack, Tabs } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AssetPage as Asset } from "../../api/operations.generated.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Empty } from "../../kit/empty.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { formatScore } from "../../kit/format-score.ts";
import { formatNumber, t } from "../../text/text.ts";
import { FindingTable } from "../findings/finding-table.tsx";
import { AssetAudits } from "./asset-audits.tsx";
import { AssetHistory } from "./asset-history.tsx";
import { AssetIdentity } from "./asset-identity.tsx";
import { AssetOverview } from "./asset-overview.tsx";
import { AssetPackages } from "./asset-packages.tsx";
import { AssetServices } from "./asset-services.tsx";
import { FindingCounts } from "./finding-counts.tsx";

const tabs = [
  "overview",
  "findings",
  "services",
  "packages",
  "audits",
  "identity",
  "history",
] as const;

/** One host: who it is, what is wrong with it, what runs and is installed there, and what became of it. */
export function AssetPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const page = useApi("readAsset", { path: { id } });
  useLiveRefresh(["assets", "findings"], ["readAsset"]);
  return <Loaded query={page}>{(data) => <Shown key={data.row.id} asset={data} />}</Loaded>;
}

function Shown({ asset }: { asset: Asset }) {
  const { row } = asset;
  const [filters, change] = useFilters();
  const tab = tabs.find((known) => known === filters["tab"]) ?? "overview";
  const counts = Object.values(row.findings).reduce((sum, count) => sum + count, 0);
  const numbers: Partial<Record<(typeof tabs)[number], number>> = { findings: counts };
  // What narrows one part means nothing in another.
  const open = (wanted: string | null) =>
    change({
      ...Object.fromEntries(Object.keys(filters).map((name) => [name, ""])),
      tab: wanted === "overview" ? "" : (wanted ?? ""),
    });
  return (
    <Page title={row.name} lead={<Lead row={row} />}>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List aria-label={t("assets.tabs")} mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`assets.tab.${name}`)}
              {numbers[name] === undefined ? "" : ` (${formatNumber(numbers[name])})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <AssetOverview asset={asset} />
        </Tabs.Panel>
        <Tabs.Panel value="findings">
          <Stack gap="md">
            <FindingTable assetId={row.id} empty={<NothingOpen />} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="services">
          <AssetServices assetId={row.id} />
        </Tabs.Panel>
        <Tabs.Panel value="packages">
          <AssetPackages assetId={row.id} />
        </Tabs.Panel>
        <Tabs.Panel value="audits">
          <AssetAudits assetId={row.id} />
        </Tabs.Panel>
        <Tabs.Panel value="identity">
          <AssetIdentity assetId={row.id} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <AssetHistory assetId={row.id} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Lead({ row }: { row: Asset["row"] }) {
  return (
    <Group component="span" gap="sm" mt={4}>
      <span>
        {t("assets.risk")} {formatScore(row.riskScore)}
      </span>
      {row.ip !== null && row.ip !== row.name && <span>{row.ip}</span>}
      {row.os !== null && <span>{row.os}</span>}
      <FindingCounts counts={row.findings} />
    </Group>
  );
}

function NothingOpen() {
  return <Empty title={t("findings.noneOpen")} hint={t("findings.noneOpenHint")} />;
}
