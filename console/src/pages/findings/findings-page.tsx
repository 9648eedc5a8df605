import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { ExportMenu } from "./export-menu.tsx";
import { findingQuery } from "./finding-filters.tsx";
import { FindingTable } from "./finding-table.tsx";

/** All findings of the tenant. */
export function FindingsPage() {
  const [filters] = useFilters();
  return (
    <Page
      title={t("findings.title")}
      lead={t("findings.lead")}
      actions={<ExportMenu query={findingQuery(filters)} />}
    >
      <FindingTable empty={<NoFindings />} />
    </Page>
  );
}

/** Nothing is to be done: because all is, or because nobody has looked. */
function NoFindings() {
  const { name } = useTenant();
  const any = useApi("listFindingRows", { query: { status: "any", limit: 1 } });
  if (any.data === undefined) return null;
  if (any.data.total > 0)
    return <Empty title={t("findings.noneOpen")} hint={t("findings.noneOpenHint")} />;
  return (
    <Empty
      title={t("findings.empty")}
      hint={t("findings.emptyHint")}
      action={
        <Button component={Link} to={paths.scans(name)}>
          {t("findings.toScans")}
        </Button>
      }
    />
  );
}
