import { Tabs } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { AuditDialog } from "./audit-dialog.tsx";
import { AuditList } from "./audit-list.tsx";
import { BundleDialog } from "./bundle-dialog.tsx";
import { BundleList } from "./bundle-list.tsx";
import { ExceptionList } from "./exception-list.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { RunTable } from "./run-table.tsx";

const tabs = ["audits", "runs", "exceptions", "bundles"] as const;
type Tab = (typeof tabs)[number];
type Dialog = "audit" | "import" | "bundle";

/** Audits, what came of them, who answers for what is not kept, and the rule sets. The tab is in the address. */
export function AuditsPage() {
  const { companyIds } = useTenant();
  const [filters, change] = useFilters();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  // Rule sets are the whole tenant's.
  const shown = tabs.filter((each) => each !== "bundles" || companyIds === null);
  const tab: Tab = shown.find((each) => each === filters["tab"]) ?? "audits";
  const go = (wanted: string | null) => {
    const cleared = Object.fromEntries(Object.keys(filters).map((name) => [name, ""]));
    change({ ...cleared, tab: wanted === "audits" ? "" : (wanted ?? "") });
  };
  return (
    <Page
      title={t("audits.title")}
      lead={t("audits.lead")}
      actions={<Action tab={tab} onChoose={setDialog} />}
    >
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List mb="md">
          {shown.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`audits.tab.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="audits">
          <AuditList onNew={() => setDialog("audit")} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunTable onImport={() => setDialog("import")} />
        </Tabs.Panel>
        <Tabs.Panel value="exceptions">
          <ExceptionList />
        </Tabs.Panel>
        <Tabs.Panel value="bundles">
          <BundleList onAdd={() => setDialog("bundle")} />
        </Tabs.Panel>
      </Tabs>
      {dialog === "audit" && <AuditDialog id={null} onClose={() => setDialog(null)} />}
      {dialog === "import" && <ImportDialog onClose={() => setDialog(null)} />}
      {dialog === "bundle" && <BundleDialog bundle={null} onClose={() => setDialog(null)} />}
    </Page>
  );
}

function Action({ tab, onChoose }: { tab: Tab; onChoose: (dialog: Dialog) => void }) {
  const plus = <IconPlus size={16} aria-hidden />;
  if (tab === "audits") {
    return (
      <GuardedButton need="operate" leftSection={plus} onClick={() => onChoose("audit")}>
        {t("audits.new")}
      </GuardedButton>
    );
  }
  if (tab === "bundles") {
    return (
      <GuardedButton need="operate" leftSection={plus} onClick={() => onChoose("bundle")}>
        {t("audits.bundles.add")}
      </GuardedButton>
    );
  }
  if (tab === "exceptions") return null;
  return (
    <GuardedButton
      need="operate"
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => onChoose("import")}
    >
      {t("audits.import")}
    </GuardedButton>
  );
}
