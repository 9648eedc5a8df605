import { Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { AgentTable } from "./agent-table.tsx";
import { AgentTokenDialog } from "./agent-token-dialog.tsx";
import { AgentTokens } from "./agent-tokens.tsx";

/** Settings → Agents: the hosts that have one, and the tokens with which more come. */
export function AgentsPage() {
  const [{ tab = "agents" }, change] = useFilters();
  const [isMaking, setMaking] = useState(false);
  const seesTokens = useMay("administer");
  const newToken = (
    <GuardedButton
      need="administer"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setMaking(true)}
    >
      {t("agents.newToken")}
    </GuardedButton>
  );
  return (
    <Page title={t("agents.title")} lead={t("agents.lead")} actions={newToken}>
      {seesTokens ? (
        <Tabs
          value={tab}
          onChange={(value) => change({ tab: value === "tokens" ? "tokens" : "", q: "", sort: "" })}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="agents">{t("agents.title")}</Tabs.Tab>
            <Tabs.Tab value="tokens">{t("agents.tokens")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="agents">
            <AgentTable newToken={newToken} />
          </Tabs.Panel>
          <Tabs.Panel value="tokens">
            <AgentTokens newToken={newToken} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <AgentTable newToken={newToken} />
      )}
      {isMaking && <AgentTokenDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
