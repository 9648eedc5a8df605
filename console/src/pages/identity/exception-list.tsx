import { Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { IdentityExceptionRow } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ExceptionTable } from "../../kit/exception-table.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { plural, t } from "../../text/text.ts";
import { ExceptDialog } from "./except-dialog.tsx";

const nowhere = { directory: null, rule: null, target: null };

/** Who answers for not minding what, past ones included. */
export function ExceptionList() {
  const exceptions = useApi("listIdentityExceptions", {});
  useLiveRefresh(["identity_findings"], ["listIdentityExceptions"]);
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<IdentityExceptionRow>();
  const end = useAct("endIdentityException", {
    changes: ["listIdentityExceptions", "listIdentityFindingRows"],
    done: t("exceptions.ended"),
  });
  const newException = (
    <GuardedButton
      need="operate"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setMaking(true)}
    >
      {t("identity.newException")}
    </GuardedButton>
  );
  return (
    <Loaded query={exceptions}>
      {({ items }) => (
        <Stack gap="md">
          {items.length === 0 ? (
            <Empty
              title={t("identity.noExceptions")}
              hint={t("identity.noExceptionsHint")}
              action={newException}
            />
          ) : (
            <>
              <Group justify="flex-end">{newException}</Group>
              <ExceptionTable
                label={t("identity.tab.exceptions")}
                exceptions={items}
                nameOf={({ ruleId, target }) => ruleId ?? target ?? ""}
                covers={(one) => <Covered exception={one} />}
                onEnd={setEnding}
              />
            </>
          )}
          {isMaking && <ExceptDialog start={nowhere} onClose={() => setMaking(false)} />}
          {ending !== undefined && (
            <Confirm
              title={t("identity.endTitle")}
              text={plural("identity.endText", ending.findings)}
              verb={t("exceptions.end")}
              busy={end.isPending}
              onCancel={() => setEnding(undefined)}
              onConfirm={() =>
                end.mutate({ path: { id: ending.id } }, { onSettled: () => setEnding(undefined) })
              }
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function Covered({ exception: one }: { exception: IdentityExceptionRow }) {
  return (
    <>
      <Text size="sm">{one.ruleId ?? t("identity.allRulesWord")}</Text>
      <Text size="xs" c="dimmed">
        {one.target ?? t("identity.allTargets")} ·{" "}
        {one.directoryName ?? t("identity.allDirectories")}
      </Text>
      <Text size="xs" c="dimmed">
        {plural("identity.acceptsNow", one.findings)}
      </Text>
    </>
  );
}
