import { Checkbox, Divider, Group, Stack, Text, Title } from "@mantine/core";
import { IconRadar2 } from "@tabler/icons-react";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { plural, t } from "../../text/text.ts";
import { aspectName, aspects } from "./host-aspects.ts";
import { DiscoveredParts } from "./sensor-form-discovered.tsx";
import { ErrandOutcome } from "./errand-outcome.tsx";
import { ListField } from "./sensor-form-fields.tsx";
import { More } from "./sensor-form-more.tsx";
import { useSensorForm } from "./sensor-form-state.ts";
import { textsAt } from "./sensor-item.ts";
import { useTryOut } from "./use-try-out.ts";

/** Which interfaces and host aspects are watched: by what the device says it has, or by name. */
export function PartsSection() {
  const { item } = useSensorForm();
  const { start, errand, error, isAsked, isBusy } = useTryOut("discover");
  const interfaces = textsAt(item, "/interfaces");
  const host = textsAt(item, "/host");
  const found = errand?.discovery;
  return (
    <Stack gap="sm">
      <Divider />
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={3} size="h5">
            {t("sensorForm.parts")}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {plural("sensorForm.chosenParts", interfaces.length + host.length)}
          </Text>
        </div>
        <GuardedButton
          need="operate"
          variant="default"
          loading={isBusy}
          leftSection={<IconRadar2 size={16} aria-hidden />}
          onClick={start}
        >
          {t("sensorForm.discover")}
        </GuardedButton>
      </Group>
      {error !== null && <ProblemAlert error={error} />}
      {isAsked && error === null && found === undefined && (
        <ErrandOutcome errand={errand} error={null} />
      )}
      {found === undefined ? (
        <AspectBoxes chosen={host} />
      ) : (
        <DiscoveredParts discovery={found} interfaces={interfaces} host={host} />
      )}
      <More places={found === undefined ? ["/interfaces"] : []}>
        <ListField
          at="/interfaces"
          label={t("sensorForm.interfacesByName")}
          hint={t("sensorForm.interfacesByNameHint")}
          placeholder="GigabitEthernet0/1"
        />
      </More>
    </Stack>
  );
}

/** As long as nobody knows what the device has. */
function AspectBoxes({ chosen }: { chosen: readonly string[] }) {
  const { set, readOnly } = useSensorForm();
  const others = chosen.filter((each) => !aspects.some((aspect) => aspect === each));
  return (
    <Checkbox.Group
      label={t("sensorForm.hostAspects")}
      value={[...chosen]}
      onChange={(next) => set(["/host", next])}
      readOnly={readOnly}
    >
      <Group gap="md" mt={6}>
        {[...aspects, ...others].map((aspect) => (
          <Checkbox key={aspect} value={aspect} label={aspectName(aspect)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
