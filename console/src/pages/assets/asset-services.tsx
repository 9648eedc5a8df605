import { Dialog } from "../../kit/dialog.tsx";
import { Anchor, Button, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AssetService } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Time, useNow } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";

/** What answers at the ports of a host. */
export function AssetServices({ assetId }: { assetId: string }) {
  const services = useApi("listAssetServices", { path: { id: assetId } });
  useLiveRefresh(["assets"], ["listAssetServices"]);
  const [shown, setShown] = useState<AssetService | null>(null);
  return (
    <Loaded query={services}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm">{t("assets.servicesNone")}</Text>
        ) : (
          <>
            <ServiceTable services={items} assetId={assetId} onExcluded={setShown} />
            {shown !== null && <Excluded service={shown} onClose={() => setShown(null)} />}
          </>
        )
      }
    </Loaded>
  );
}

function ServiceTable({
  services,
  assetId,
  onExcluded,
}: {
  services: readonly AssetService[];
  assetId: string;
  onExcluded: (service: AssetService) => void;
}) {
  const { name } = useTenant();
  return (
    <WideTable
      label={t("assets.services")}
      minWidth={860}
      heads={[
        t("assets.port"),
        t("assets.service"),
        t("assets.product"),
        t("findings.confidence"),
        t("assets.tls"),
        t("assets.certificate"),
        t("assets.findings"),
        t("assets.lastSeen"),
      ]}
    >
      <Table.Tbody>
        {services.map((service) => (
          <Table.Tr key={service.id}>
            <Table.Td>{service.id}</Table.Td>
            <Table.Td>{service.name ?? t("common.unknown")}</Table.Td>
            <Table.Td title={service.banner ?? undefined}>{productOf(service)}</Table.Td>
            <Table.Td>
              {service.asked
                ? t("assets.sureOf", { percent: service.confidence })
                : t("assets.guessed")}
            </Table.Td>
            <Table.Td>{service.tlsProtocols?.join(", ")}</Table.Td>
            <Table.Td>
              <Certificate certificate={service.certificate} />
            </Table.Td>
            <Table.Td>
              <Stack gap={2} align="flex-start">
                {service.findings > 0 ? (
                  <Anchor
                    component={Link}
                    to={`${paths.asset(name, assetId)}?tab=findings`}
                    size="sm"
                  >
                    {formatNumber(service.findings)}
                  </Anchor>
                ) : (
                  t("assets.noFindings")
                )}
                {service.suppressed.length > 0 && (
                  <Button size="compact-xs" variant="subtle" onClick={() => onExcluded(service)}>
                    {plural("assets.suppressed", service.suppressed.length)}
                  </Button>
                )}
              </Stack>
            </Table.Td>
            <Table.Td>
              <Time at={service.lastSeenAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function productOf({ product, version }: AssetService): string | null {
  return product === null || version === null ? product : `${product} ${version}`;
}

function Certificate({ certificate }: { certificate: AssetService["certificate"] }) {
  const now = useNow();
  if (certificate === null) return null;
  const { subject, issuer, notAfter, selfSigned } = certificate;
  const isExpired = notAfter !== null && notAfter < now;
  return (
    <Stack gap={0}>
      <span title={issuer ?? undefined}>{subject}</span>
      <Text size="xs" c={isExpired ? "red" : "dimmed"}>
        {selfSigned === true && `${t("assets.selfSigned")}, `}
        {t(isExpired ? "assets.expired" : "assets.expires")} <Time at={notAfter} />
      </Text>
    </Stack>
  );
}

/** Why vulnerabilities that some source names are no findings. */
function Excluded({ service, onClose }: { service: AssetService; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("assets.suppressedTitle", { service: service.id })}
      size="xl"
    >
      <Stack gap="sm">
        <Text size="sm">{t("assets.suppressedHint")}</Text>
        <WideTable
          label={t("assets.suppressedTitle", { service: service.id })}
          minWidth={480}
          heads={[t("findings.weakness"), t("findings.reason")]}
        >
          <Table.Tbody>
            {service.suppressed.map(({ cve, reason }) => (
              <Table.Tr key={cve}>
                <Table.Td>{cve}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </Stack>
    </Dialog>
  );
}
