import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AuditException } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Empty } from "../../kit/empty.tsx";
import { ExceptionMark } from "../../kit/exception-mark.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { EndException } from "./end-exception.tsx";

/** Who answers for not keeping which rule, past ones included. */
export function ExceptionList() {
  const exceptions = useApi("listAuditExceptions", {});
  useLiveRefresh(["audit_jobs"], ["listAuditExceptions"]);
  const [ending, setEnding] = useState<AuditException | null>(null);
  return (
    <Loaded query={exceptions}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <Empty title={t("audits.exceptions.empty")} hint={t("audits.exceptions.emptyHint")} />
          ) : (
            <ExceptionTable exceptions={items} onEnd={setEnding} />
          )}
          {ending !== null && (
            <EndException id={ending.id} rule={ending.ruleId} onClose={() => setEnding(null)} />
          )}
        </>
      )}
    </Loaded>
  );
}

function ExceptionTable({
  exceptions,
  onEnd,
}: {
  exceptions: readonly AuditException[];
  onEnd: (exception: AuditException) => void;
}) {
  return (
    <WideTable
      label={t("audits.tab.exceptions")}
      minWidth={960}
      heads={[
        t("audits.exceptions.rule"),
        t("audits.exceptions.where"),
        t("audits.exceptions.reason"),
        t("audits.exceptions.owner"),
        t("audits.exceptions.until"),
        t("audits.exceptions.made"),
        t("audits.exceptions.state"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {exceptions.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td miw={200} style={{ overflowWrap: "anywhere" }}>
              {one.ruleId}
            </Table.Td>
            <Table.Td>
              <Place exception={one} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" lineClamp={3} title={one.reason}>
                {one.reason}
              </Text>
            </Table.Td>
            <Table.Td>{one.owner}</Table.Td>
            <Table.Td>
              <Time at={one.expiresAt} never={t("audits.untilEnded")} />
            </Table.Td>
            <Table.Td>
              <Time at={one.createdAt} />
              <Text size="xs" c="dimmed">
                {one.createdBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <ExceptionMark state={one.state}>
                {t(`audits.exceptions.state.${one.state}`)}
              </ExceptionMark>
              {one.endedBy !== null && (
                <Text size="xs" c="dimmed">
                  {t("audits.exceptions.endedBy", { name: one.endedBy })}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              {one.state !== "ended" && (
                <GuardedButton
                  need="operate"
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t("audits.end")}: ${one.ruleId}`}
                  onClick={() => onEnd(one)}
                >
                  {t("audits.end")}
                </GuardedButton>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function Place({ exception }: { exception: AuditException }) {
  const tenant = useTenant();
  const { assetId, assetName, siteName, tag } = exception;
  if (assetId !== null) {
    return (
      <Anchor component={Link} to={paths.asset(tenant.name, assetId)} size="sm">
        {t("audits.exceptions.onAsset", { name: assetName ?? assetId })}
      </Anchor>
    );
  }
  if (siteName !== null) return t("audits.exceptions.atSite", { name: siteName });
  if (tag !== null) return t("audits.exceptions.withTag", { name: tag });
  return t("audits.exceptions.everywhere");
}
