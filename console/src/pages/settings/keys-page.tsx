import { Badge, Button, Table } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import type { ApiKey } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** That a key is used is told to nobody: who waits for its first use sees it soon. Milliseconds. */
const lookAgainMs = 10_000;

/** Settings → API keys. */
export function KeysPage() {
  const keys = useApi("listApiKeys", {}, { refetchInterval: lookAgainMs });
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useAct("revokeApiKey", { changes: ["listApiKeys"], done: t("keys.wasRevoked") });
  const newKey = (
    <GuardedButton
      need="administer"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setMaking(true)}
    >
      {t("keys.new")}
    </GuardedButton>
  );
  return (
    <Page title={t("keys.title")} lead={t("keys.lead")} actions={newKey}>
      <Loaded query={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("keys.empty")} hint={t("keys.emptyHint")} action={newKey} />
          ) : (
            <KeyTable keys={items} onRevoke={setRevoking} />
          )
        }
      </Loaded>
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
      {revoking !== null && (
        <Confirm
          title={t("keys.revokeTitle", { name: revoking.name })}
          text={t("keys.revokeText")}
          verb={t("keys.revoke")}
          busy={revoke.isPending}
          onCancel={() => setRevoking(null)}
          onConfirm={() =>
            revoke.mutate({ path: { id: revoking.id } }, { onSettled: () => setRevoking(null) })
          }
        />
      )}
    </Page>
  );
}

function KeyTable({ keys, onRevoke }: { keys: ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <WideTable
      label={t("keys.title")}
      minWidth={720}
      heads={[
        t("common.name"),
        t("keys.service"),
        t("keys.scope"),
        t("keys.key"),
        t("keys.madeBy"),
        t("keys.made"),
        t("keys.lastUsed"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {keys.map((key) => (
          <Table.Tr key={key.id} opacity={key.revokedAt === null ? 1 : 0.75}>
            <Table.Td>{key.name}</Table.Td>
            <Table.Td>{t(`keys.service.${key.service}`)}</Table.Td>
            <Table.Td>{t(`keys.scope.${key.scope}`)}</Table.Td>
            <Table.Td ff="monospace">{key.hint}…</Table.Td>
            <Table.Td>{key.createdBy}</Table.Td>
            <Table.Td>
              <Time at={key.createdAt} />
            </Table.Td>
            <Table.Td>
              <Time at={key.lastUsedAt} />
            </Table.Td>
            <Table.Td>
              {key.revokedAt === null ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => onRevoke(key)}
                  aria-label={`${t("keys.revoke")}: ${key.name}`}
                >
                  {t("keys.revoke")}
                </Button>
              ) : (
                <Badge color="gray" variant="light">
                  {t("keys.revoked")}
                </Badge>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
