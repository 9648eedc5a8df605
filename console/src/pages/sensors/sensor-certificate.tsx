import { Group, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconCertificate } from "@tabler/icons-react";
import type { SensorPage } from "../../api/operations.generated.ts";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { plural, t } from "../../text/text.ts";

/** From here on somebody should renew it. */
const soonDays = 14;

/** How long the certificate lasts, whom it is for, who signed it, and what the handshake agreed on. */
export function SensorCertificate({ sensor, daysLeft }: { sensor: SensorPage; daysLeft: number }) {
  const isSoon = daysLeft < soonDays;
  const Icon = isSoon ? IconAlertTriangle : IconCertificate;
  const color = daysLeft < 0 ? "var(--status-down)" : isSoon ? "var(--status-warning)" : undefined;
  return (
    <Section title={t("sensor.certificate")}>
      <Facts
        facts={[
          [
            t("sensor.certificate.daysLeft"),
            <Group
              key="left"
              component="span"
              gap={6}
              {...(color === undefined ? {} : { c: color })}
            >
              <Icon size={16} aria-hidden />
              {inWords(daysLeft)}
            </Group>,
          ],
          [
            t("sensor.certificate.names"),
            sensor.certificateNames.length === 0 ? null : sensor.certificateNames.join(", "),
          ],
          [t("sensor.tlsProtocol"), sensor.tlsProtocol],
          [t("sensor.tlsCipher"), sensor.tlsCipher],
        ]}
      />
      <Text size="xs" c="dimmed">
        {t("sensor.certificate.chainHint")}
      </Text>
      {sensor.certificates.length > 0 && <Chain certificates={sensor.certificates} />}
    </Section>
  );
}

function Chain({ certificates }: { certificates: SensorPage["certificates"] }) {
  return (
    <WideTable
      label={t("sensor.certificate.chain")}
      minWidth={640}
      heads={[
        t("sensor.certificate.subject"),
        t("sensor.certificate.issuer"),
        t("sensor.certificate.from"),
        t("sensor.certificate.to"),
      ]}
    >
      <Table.Tbody>
        {certificates.map(({ subject, issuer, validFromAt, validToAt }, index) => (
          // A chain may hold the same certificate twice.
          <Table.Tr key={`${index} ${subject}`}>
            <Table.Td>{subject}</Table.Td>
            <Table.Td>{issuer}</Table.Td>
            <Table.Td>
              <Time at={validFromAt} exact never={t("sensor.certificate.noDate")} />
            </Table.Td>
            <Table.Td>
              <Time at={validToAt} exact never={t("sensor.certificate.noDate")} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function inWords(daysLeft: number): string {
  if (daysLeft === 0) return t("sensor.certificate.today");
  return daysLeft > 0
    ? plural("sensor.certificate.inDays", daysLeft)
    : plural("sensor.certificate.agoDays", -daysLeft);
}
