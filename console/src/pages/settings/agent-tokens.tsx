import { Button, Table } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AgentToken } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, t } from "../../text/text.ts";

/** Enrolment tokens that still work. */
export function AgentTokens({ newToken }: { newToken: ReactNode }) {
  const tokens = useApi("listAgentTokens", {});
  useLiveRefresh(["agents"], ["listAgentTokens"]);
  const [revoking, setRevoking] = useState<AgentToken>();
  const revoke = useAct("revokeAgentToken", {
    changes: ["listAgentTokens"],
    done: t("agents.tokenRevoked"),
  });
  return (
    <Loaded query={tokens}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <Empty title={t("agents.noTokens")} hint={t("agents.noTokensHint")} action={newToken} />
          ) : (
            <TokenTable tokens={items} onRevoke={setRevoking} />
          )}
          {revoking !== undefined && (
            <Confirm
              title={t("agents.revokeTokenTitle")}
              text={t("agents.revokeTokenText")}
              verb={t("agents.deed.revoke")}
              busy={revoke.isPending}
              onCancel={() => setRevoking(undefined)}
              onConfirm={() =>
                revoke.mutate(
                  { path: { id: revoking.id } },
                  { onSettled: () => setRevoking(undefined) },
                )
              }
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function TokenTable({
  tokens,
  onRevoke,
}: {
  tokens: readonly AgentToken[];
  onRevoke: (token: AgentToken) => void;
}) {
  return (
    <WideTable
      label={t("agents.tokens")}
      minWidth={760}
      heads={[
        t("agents.note"),
        t("agents.site"),
        t("agents.tags"),
        t("agents.usesLeft"),
        t("agents.expires"),
        t("agents.madeBy"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {tokens.map((token) => (
          <Table.Tr key={token.id}>
            <Table.Td>{token.note === "" ? t("common.none") : token.note}</Table.Td>
            <Table.Td>{token.site}</Table.Td>
            <Table.Td>{token.tags.join(", ")}</Table.Td>
            <Table.Td>{formatNumber(token.usesLeft)}</Table.Td>
            <Table.Td>
              <Time at={token.expiresAt} />
            </Table.Td>
            <Table.Td>{token.createdBy}</Table.Td>
            <Table.Td>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t("agents.deed.revoke")}: ${token.note}`}
                onClick={() => onRevoke(token)}
              >
                {t("agents.deed.revoke")}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
