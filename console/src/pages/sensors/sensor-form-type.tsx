import { Group, Radio, SimpleGrid, Text } from "@mantine/core";
import {
  IconCertificate,
  IconPlugConnected,
  IconRouter,
  IconWaveSine,
  IconWorldWww,
} from "@tabler/icons-react";
import { t } from "../../text/text.ts";
import { type SensorType, sensorTypes } from "./sensor-item.ts";

const icons = {
  icmp: IconWaveSine,
  http: IconWorldWww,
  tls: IconCertificate,
  tcp: IconPlugConnected,
  snmp: IconRouter,
} as const satisfies Record<SensorType, unknown>;

/** The first question: what is to be watched. */
export function TypeChoice({
  value,
  onChange,
  readOnly,
}: {
  value: SensorType | null;
  onChange: (type: SensorType) => void;
  readOnly: boolean;
}) {
  return (
    <Radio.Group
      label={t("sensorForm.type")}
      value={value}
      onChange={(next) => onChange(next)}
      readOnly={readOnly}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} spacing="xs" mt={6}>
        {sensorTypes.map((type) => {
          const Icon = icons[type];
          return (
            <Radio.Card key={type} value={type} p="sm" withBorder display="flex" ta="left">
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <Radio.Indicator mt={2} />
                <div>
                  <Group gap={6} wrap="nowrap">
                    <Icon size={18} aria-hidden />
                    <Text fw={600} size="sm">
                      {t(`sensors.type.${type}`)}
                    </Text>
                  </Group>
                  <Text size="xs" c="dimmed" mt={2}>
                    {t(`sensorForm.type.${type}Hint`)}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          );
        })}
      </SimpleGrid>
    </Radio.Group>
  );
}
