import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { FindingStatusBadge } from "../../kit/finding-status.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";

/** Identity findings that name a host, the worst first. */
export function AssetIdentity({ assetId }: { assetId: string }) {
  const { name } = useTenant();
  const findings = useApi("listAssetIdentityFindings", { path: { id: assetId } });
  useLiveRefresh(["assessments", "findings"], ["listAssetIdentityFindings"]);
  return (
    <Loaded query={findings}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm">{t("assets.identityNone")}</Text>
        ) : (
          <WideTable
            label={t("assets.tab.identity")}
            minWidth={720}
            heads={[
              t("findings.finding"),
              t("findings.severity"),
              t("findings.status"),
              t("assets.directory"),
              t("assets.target"),
              t("findings.lastSeen"),
            ]}
          >
            <Table.Tbody>
              {items.map((finding) => (
                <Table.Tr key={finding.id}>
                  <Table.Td>
                    <Anchor component={Link} to={paths.identityFinding(name, finding.id)} size="sm">
                      {finding.title}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <SeverityBadge severity={finding.severity} />
                  </Table.Td>
                  <Table.Td>
                    <FindingStatusBadge status={finding.status} />
                  </Table.Td>
                  <Table.Td>{finding.directoryName}</Table.Td>
                  <Table.Td>{finding.targetName}</Table.Td>
                  <Table.Td>
                    <Time at={finding.lastSeenAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )
      }
    </Loaded>
  );
}
