import { Group, Stack, Table, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { IdentityExceptionRow } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ExceptionMark } from "../../kit/exception-mark.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
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
    done: t("identity.exceptionEnded"),
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
              <ExceptionTable exceptions={items} onEnd={setEnding} />
            </>
          )}
          {isMaking && <ExceptDialog start={nowhere} onClose={() => setMaking(false)} />}
          {ending !== undefined && (
            <Confirm
              title={t("identity.endTitle")}
              text={plural("identity.endText", ending.findings)}
              verb={t("identity.end")}
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

function ExceptionTable({
  exceptions,
  onEnd,
}: {
  exceptions: readonly IdentityExceptionRow[];
  onEnd: (exception: IdentityExceptionRow) => void;
}) {
  return (
    <WideTable
      label={t("identity.tab.exceptions")}
      minWidth={960}
      heads={[
        t("identity.covers"),
        t("identity.reason"),
        t("identity.owner"),
        t("identity.until"),
        { title: t("identity.acceptsNow"), align: "end" },
        t("identity.made"),
        t("identity.exceptionState"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {exceptions.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              <Text size="sm">{one.ruleId ?? t("identity.allRulesWord")}</Text>
              <Text size="xs" c="dimmed">
                {one.target ?? t("identity.allTargets")} ·{" "}
                {one.directoryName ?? t("identity.allDirectories")}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm" lineClamp={3} title={one.reason}>
                {one.reason}
              </Text>
            </Table.Td>
            <Table.Td>{one.owner}</Table.Td>
            <Table.Td>
              <Time at={one.expiresAt} never={t("identity.untilEnded")} />
            </Table.Td>
            <Table.Td ta="end">{formatNumber(one.findings)}</Table.Td>
            <Table.Td>
              <Time at={one.createdAt} />
              <Text size="xs" c="dimmed">
                {one.createdBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <ExceptionMark state={one.state}>
                {t(`identity.exceptionState.${one.state}`)}
              </ExceptionMark>
              {one.endedBy !== null && (
                <Text size="xs" c="dimmed">
                  {t("identity.endedBy", { name: one.endedBy })}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              {one.state === "holds" && (
                <GuardedButton
                  need="operate"
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t("identity.end")}: ${one.ruleId ?? one.target ?? ""}`}
                  onClick={() => onEnd(one)}
                >
                  {t("identity.end")}
                </GuardedButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
