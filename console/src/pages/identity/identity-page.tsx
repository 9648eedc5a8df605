import { Tabs } from "@mantine/core";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { DirectoryList } from "./directory-list.tsx";
import { ExceptionList } from "./exception-list.tsx";
import { IdentityFindingTable } from "./identity-finding-table.tsx";

const tabs = ["directories", "findings", "exceptions"] as const;

/** Directories, what is wrong in them, and what is not minded. Filters belong to one tab, and are left behind with it. */
export function IdentityPage() {
  const { companyIds } = useTenant();
  const [filters, change] = useFilters();
  const tab = tabs.find((each) => each === filters["tab"]) ?? "directories";
  const go = (wanted: string | null) => {
    const others = Object.fromEntries(Object.keys(filters).map((name) => [name, ""]));
    change({ ...others, tab: wanted === "directories" || wanted === null ? "" : wanted });
  };
  return (
    <Page title={t("identity.title")} lead={t("identity.lead")}>
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs
            .filter((each) => each !== "exceptions" || companyIds === null)
            .map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`identity.tab.${each}`)}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Tabs.Panel value="directories">
          <DirectoryList />
        </Tabs.Panel>
        <Tabs.Panel value="findings">
          <IdentityFindingTable />
        </Tabs.Panel>
        <Tabs.Panel value="exceptions">
          <ExceptionList />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
