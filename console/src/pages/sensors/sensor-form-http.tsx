import { Fieldset, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { t } from "../../text/text.ts";
import { HeaderFields } from "./sensor-form-headers.tsx";
import { LongTextField, NumberField, SecretField, TextField } from "./sensor-form-fields.tsx";
import { Legend } from "./sensor-form-legend.tsx";
import { More } from "./sensor-form-more.tsx";
import { JsonValueField } from "./sensor-form-json-value.tsx";
import { CertificateFields, FamilyField } from "./sensor-form-network.tsx";
import { useSensorForm } from "./sensor-form-state.ts";
import { isMapping, targetOf, valueAt } from "./sensor-item.ts";

export function HttpSettings() {
  const { item } = useSensorForm();
  const isHttps = /^https:/i.test(targetOf(item));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField
          at="/http/expectStatus"
          label={t("sensorForm.expectStatus")}
          hint={t("sensorForm.expectStatusHint")}
          placeholder="200-299"
        />
        <TextField
          at="/http/bodyMatch"
          label={t("sensorForm.bodyMatch")}
          hint={t("sensorForm.bodyMatchHint")}
        />
      </SimpleGrid>
      {isHttps && <CertificateFields of="http" />}
      <More
        places={[
          "/http/method",
          "/http/maxRedirects",
          "/http/bodyNotMatch",
          "/http/ipFamily",
          "/http/jsonPath",
          "/http/basicAuth",
          "/http/bearerToken",
          "/http/headers",
          "/http/body",
          "/http/ca",
        ]}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextField
            at="/http/method"
            label={t("sensorForm.method")}
            hint={t("sensorForm.methodHint")}
            placeholder="GET"
          />
          <NumberField
            at="/http/maxRedirects"
            label={t("sensorForm.maxRedirects")}
            hint={t("sensorForm.maxRedirectsHint")}
            min={0}
            max={20}
            usual={10}
          />
          <TextField
            at="/http/bodyNotMatch"
            label={t("sensorForm.bodyNotMatch")}
            hint={t("sensorForm.bodyNotMatchHint")}
          />
          <FamilyField of="http" />
          <TextField
            at="/http/jsonPath/path"
            label={t("sensorForm.jsonPath")}
            hint={t("sensorForm.jsonPathHint")}
            placeholder="$.status"
            mono
          />
          <JsonValueField />
        </SimpleGrid>
        <AuthFields />
        <HeaderFields />
        <LongTextField
          at="/http/body"
          label={t("sensorForm.body")}
          hint={t("sensorForm.bodyHint")}
        />
        {isHttps && (
          <LongTextField
            at="/http/ca"
            label={t("sensorForm.ca")}
            hint={t("sensorForm.caHint")}
            placeholder="-----BEGIN CERTIFICATE-----"
          />
        )}
      </More>
    </>
  );
}

type Auth = "none" | "basic" | "bearer";

/** Who asks: nobody in particular, a user, or whoever has a token. */
function AuthFields() {
  const { item, set, secrets, readOnly } = useSensorForm();
  const [chosen, setChosen] = useState<Auth | null>(null);
  const auth = chosen ?? authOf(item, secrets);
  const choose = (next: Auth) => {
    setChosen(next);
    const hadToken = secrets.includes("/http/bearerToken");
    const noToken = hadToken ? null : undefined;
    set(
      ["/http/basicAuth", next === "basic" ? valueAt(item, "/http/basicAuth") : undefined],
      ["/http/bearerToken", next === "bearer" ? undefined : noToken],
    );
  };
  return (
    <Fieldset legend={<Legend text={t("sensorForm.auth")} />} variant="unstyled">
      <Stack gap="xs" mt={4}>
        <SegmentedControl
          aria-label={t("sensorForm.auth")}
          value={auth}
          onChange={(next) => choose(next)}
          readOnly={readOnly}
          w="fit-content"
          maw="100%"
          data={[
            { value: "none", label: t("sensorForm.authNone") },
            { value: "basic", label: t("sensorForm.authBasic") },
            { value: "bearer", label: t("sensorForm.authBearer") },
          ]}
        />
        {auth === "basic" && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextField at="/http/basicAuth/user" label={t("sensorForm.user")} required />
            <SecretField at="/http/basicAuth/password" label={t("sensorForm.password")} required />
          </SimpleGrid>
        )}
        {auth === "bearer" && (
          <SecretField at="/http/bearerToken" label={t("sensorForm.token")} required />
        )}
        {auth === "none" && (
          <Text size="xs" c="dimmed">
            {t("sensorForm.authNoneHint")}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

function authOf(item: Readonly<Record<string, unknown>>, secrets: readonly string[]): Auth {
  if (isMapping(valueAt(item, "/http/basicAuth"))) return "basic";
  const token = valueAt(item, "/http/bearerToken");
  if (token === null) return "none";
  return token !== undefined || secrets.includes("/http/bearerToken") ? "bearer" : "none";
}
