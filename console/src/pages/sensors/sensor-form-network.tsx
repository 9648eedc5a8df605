import { SimpleGrid } from "@mantine/core";
import { t } from "../../text/text.ts";
import { ChoiceField, NumberField, SwitchField } from "./sensor-form-fields.tsx";

/** IPv4 or IPv6 only, where a name has both. */
export function FamilyField({ of: type }: { of: "icmp" | "tcp" | "tls" | "http" }) {
  return (
    <ChoiceField
      at={`/${type}/ipFamily`}
      label={t("sensorForm.ipFamily")}
      hint={t("sensorForm.ipFamilyHint")}
      usual="any"
      options={[
        { value: "any", label: t("sensorForm.ipAny") },
        { value: "4", label: "IPv4", means: 4 },
        { value: "6", label: "IPv6", means: 6 },
      ]}
    />
  );
}

/** What both types that meet certificates have. */
export function CertificateFields({ of: type }: { of: "tls" | "http" }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberField
        at={`/${type}/minDaysLeft`}
        label={t("sensorForm.minDaysLeft")}
        hint={t("sensorForm.minDaysLeftHint")}
        min={0}
        max={3650}
        usual={0}
      />
      <SwitchField
        at={`/${type}/verify`}
        label={t("sensorForm.verify")}
        hint={t("sensorForm.verifyHint")}
        usual
      />
    </SimpleGrid>
  );
}
