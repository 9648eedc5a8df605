import { Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCertificate } from "@tabler/icons-react";
import type { SensorPage } from "../../api/operations.generated.ts";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { plural, t } from "../../text/text.ts";

/** From here on somebody should renew it. */
const soonDays = 14;

/** How long the certificate lasts, and what the handshake agreed on. */
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
          [t("sensor.tlsProtocol"), sensor.tlsProtocol],
          [t("sensor.tlsCipher"), sensor.tlsCipher],
        ]}
      />
      <Text size="xs" c="dimmed">
        {t("sensor.certificate.chainHint")}
      </Text>
    </Section>
  );
}

function inWords(daysLeft: number): string {
  if (daysLeft === 0) return t("sensor.certificate.today");
  return daysLeft > 0
    ? plural("sensor.certificate.inDays", daysLeft)
    : plural("sensor.certificate.agoDays", -daysLeft);
}
