import { Alert, Anchor, Box, SimpleGrid, Stack, Text } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { paths } from "../../app/paths.ts";
import { useMay, useTenant } from "../../app/tenant.ts";
import { DeclarationForm } from "../../kit/declaration-form.tsx";
import { type DeclarationStart, type ItemOf, useDeclaration } from "../../kit/declaration.ts";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { TextField } from "./sensor-form-fields.tsx";
import { PlaceFields } from "./sensor-form-place.tsx";
import { TypeSettings } from "./sensor-form-settings.tsx";
import { type FieldFault, SensorFormContext, errorIn } from "./sensor-form-state.ts";
import { TestSection } from "./sensor-form-test.tsx";
import { TypeChoice } from "./sensor-form-type.tsx";
import { type Item, ofType, typeOf, withValues } from "./sensor-item.ts";

const placeholders = {
  icmp: "10.0.0.1",
  http: "https://example.net/health",
  tls: "example.net:443",
  tcp: "example.net:22",
  snmp: "10.0.0.2",
} as const;

/** Makes or changes a sensor: what is watched first, then where it belongs; it can be tried out before it is saved. */
export function SensorForm({ start }: { start: DeclarationStart<"Sensor"> }) {
  const declaration = useDeclaration("Sensor", start);
  const tenant = useTenant();
  const navigate = useNavigate();
  const readOnly = !useMay("operate");
  const [tried, setFaults] = useState<readonly FieldFault[]>([]);
  const item: Item = declaration.item;
  const replace = (next: Item) => declaration.replace(next as ItemOf<"Sensor">);
  const type = typeOf(item);
  const leaveTo =
    start.id === null ? paths.sensors(tenant.name) : paths.sensor(tenant.name, start.id);
  const form = {
    item,
    set: (...values: readonly (readonly [string, unknown])[]) => {
      replace(withValues(item, values));
      if (tried.length > 0) setFaults([]);
    },
    touch: declaration.touch,
    errorAt: (pointer: string) => errorIn(declaration, tried, pointer),
    setFaults,
    secrets: declaration.secrets,
    sensorId: start.id,
    readOnly,
  };
  return (
    <SensorFormContext value={form}>
      <Box maw={860}>
        <DeclarationForm
          declaration={declaration}
          need="operate"
          verb={t(start.id === null ? "sensorForm.create" : "common.save")}
          onCancel={() => void navigate({ to: leaveTo })}
          onSaved={({ id }) => {
            tellDone(t("forms.saved"));
            void navigate({
              to: id === null ? paths.sensors(tenant.name) : paths.sensor(tenant.name, id),
            });
          }}
        >
          <Stack gap="md">
            {start.id === null && <PlanNote />}
            <TypeChoice
              value={type}
              onChange={(next) => replace(ofType(item, next))}
              readOnly={readOnly}
            />
            {type !== null && (
              <>
                <Section title={t("sensorForm.what")}>
                  <SimpleGrid cols={{ base: 1, xs: 2 }}>
                    <TextField
                      at="/target"
                      label={t(`sensorForm.target.${type}`)}
                      hint={t(`sensorForm.target.${type}Hint`)}
                      placeholder={placeholders[type]}
                      required
                    />
                    <TextField
                      at="/name"
                      label={t("common.name")}
                      hint={t("sensorForm.nameHint")}
                      required
                    />
                  </SimpleGrid>
                  <TypeSettings key={type} type={type} />
                </Section>
                <Section title={t("sensorForm.place")}>
                  <PlaceFields />
                </Section>
                <TestSection />
              </>
            )}
          </Stack>
        </DeclarationForm>
      </Box>
    </SensorFormContext>
  );
}

/** Says beforehand that no more sensors fit into the plan. */
function PlanNote() {
  const usage = useApi("readUsage", {});
  const tenant = useTenant();
  const { total = 0, limit = null } = usage.data ?? {};
  if (limit === null || total < limit) return null;
  return (
    <Alert color="yellow" title={t("sensorForm.planFull", { limit })}>
      <Text size="sm">
        {t("sensorForm.planFullHint")}{" "}
        <Anchor component={Link} to={paths.plan(tenant.name)} underline="always" size="sm">
          {t("sensorForm.toPlan")}
        </Anchor>
      </Text>
    </Alert>
  );
}
