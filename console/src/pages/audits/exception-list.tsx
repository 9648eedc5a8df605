import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AuditException } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Empty } from "../../kit/empty.tsx";
import { ExceptionTable } from "../../kit/exception-table.tsx";
import { Loaded } from "../../kit/loading.tsx";
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
            <ExceptionTable
              label={t("audits.tab.exceptions")}
              exceptions={items}
              nameOf={({ ruleId }) => ruleId}
              covers={(one) => (
                <>
                  <Text size="sm">{one.ruleId}</Text>
                  <Text size="xs" c="dimmed" component="div">
                    <Place exception={one} />
                  </Text>
                </>
              )}
              onEnd={setEnding}
            />
          )}
          {ending !== null && (
            <EndException id={ending.id} rule={ending.ruleId} onClose={() => setEnding(null)} />
          )}
        </>
      )}
    </Loaded>
  );
}

function Place({ exception }: { exception: AuditException }) {
  const tenant = useTenant();
  const { assetId, assetName, siteName, tag } = exception;
  if (assetId !== null) {
    return (
      <Anchor component={Link} to={paths.asset(tenant.name, assetId)} inherit>
        {t("audits.exceptions.onAsset", { name: assetName ?? assetId })}
      </Anchor>
    );
  }
  if (siteName !== null) return t("audits.exceptions.atSite", { name: siteName });
  if (tag !== null) return t("audits.exceptions.withTag", { name: tag });
  return t("audits.exceptions.everywhere");
}
