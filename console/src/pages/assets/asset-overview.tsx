import { Badge, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { AssetPage } from "../../api/operations.generated.ts";
import { Facts } from "../../kit/facts.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { AssetAgent } from "./asset-agent.tsx";
import { AssetRisk } from "./asset-risk.tsx";
import { TagsDialog } from "./tags-dialog.tsx";

/** Who a host is, what its risk is made of, and what its agent tells. */
export function AssetOverview({ asset }: { asset: AssetPage }) {
  const { row } = asset;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title={t("assets.identity")}>
          <IdentityFacts asset={asset} />
        </Section>
        <Section title={t("assets.agentTitle")}>
          <AssetAgent asset={asset} />
        </Section>
      </SimpleGrid>
      <Section
        title={t("assets.tags")}
        actions={
          <GuardedButton
            need="operate"
            variant="default"
            size="xs"
            onClick={() => setIsEditing(true)}
          >
            {t("assets.editTags")}
          </GuardedButton>
        }
      >
        {row.tags.length === 0 ? (
          <Text size="sm">{t("assets.noTags")}</Text>
        ) : (
          <Group gap="xs">
            {row.tags.map((tag) => (
              <Badge key={tag} variant="light" color="gray" tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </Section>
      <Section title={t("assets.riskTitle")}>
        <AssetRisk asset={asset} />
      </Section>
      {isEditing && <TagsDialog asset={row} onClose={() => setIsEditing(false)} />}
    </Stack>
  );
}

function IdentityFacts({ asset: { row, detail, identity } }: { asset: AssetPage }) {
  const sure = (what: string | null, percent: number | null) =>
    what === null || percent === null ? what : t("assets.sure", { what, percent });
  return (
    <Facts
      facts={[
        [t("assets.ip"), row.ip],
        [t("assets.names"), detail.hostnames.length === 0 ? null : detail.hostnames.join(", ")],
        [t("assets.os"), sure(row.os, identity.osConfidence)],
        [t("assets.type"), sure(row.deviceType, identity.deviceConfidence)],
        [
          t("assets.evidence"),
          identity.deviceEvidence.length === 0 ? null : identity.deviceEvidence.join("; "),
        ],
        [t("assets.mac"), identity.macAddress],
        [t("assets.vendor"), row.vendor],
        [t("assets.hardwareUuid"), identity.hardwareUuid],
        [t("assets.cpe"), identity.osCpe],
        [t("assets.openPorts"), portsOf(detail.openPorts)],
        [t("assets.udpPorts"), detail.udpPorts === undefined ? null : portsOf(detail.udpPorts)],
        [t("assets.site"), row.siteName],
        [t("assets.company"), row.companyName],
        [t("assets.foundBy"), identity.probeName],
        [t("assets.firstSeen"), <Time key="first" at={row.firstSeenAt} />],
        [t("assets.lastSeen"), <Time key="last" at={row.lastSeenAt} />],
        [t("assets.lastScanned"), <Time key="scanned" at={row.lastScannedAt} />],
      ]}
    />
  );
}

function portsOf(ports: readonly number[] | undefined): string {
  if (ports === undefined) return t("assets.portsUnknown");
  return ports.length === 0 ? t("assets.noPorts") : ports.join(", ");
}
