import { SimpleGrid } from "@mantine/core";
import { t } from "../../text/text.ts";
import { HttpSettings } from "./sensor-form-http.tsx";
import { ChoiceField, LongTextField, NumberField, TextField } from "./sensor-form-fields.tsx";
import { More } from "./sensor-form-more.tsx";
import { CertificateFields, FamilyField } from "./sensor-form-network.tsx";
import { SnmpSettings } from "./sensor-form-snmp.tsx";
import type { SensorType } from "./sensor-item.ts";

/** What a type of check can be told besides its target. */
export function TypeSettings({ type }: { type: SensorType }) {
  switch (type) {
    case "icmp":
      return <IcmpSettings />;
    case "tcp":
      return <TcpSettings />;
    case "tls":
      return <TlsSettings />;
    case "http":
      return <HttpSettings />;
    case "snmp":
      return <SnmpSettings />;
  }
}

function IcmpSettings() {
  return (
    <More places={["/icmp"]}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          at="/icmp/packets"
          label={t("sensorForm.packets")}
          hint={t("sensorForm.packetsHint")}
          min={1}
          max={20}
          usual={3}
        />
        <FamilyField of="icmp" />
      </SimpleGrid>
    </More>
  );
}

function TcpSettings() {
  return (
    <>
      <TextField
        at="/tcp/banner"
        label={t("sensorForm.banner")}
        hint={t("sensorForm.bannerHint")}
        placeholder="SSH-2.0"
        mono
      />
      <More places={["/tcp/ipFamily"]}>
        <FamilyField of="tcp" />
      </More>
    </>
  );
}

const startTls = ["smtp", "imap", "pop3", "ftp", "ldap", "postgres"];

function TlsSettings() {
  return (
    <>
      <CertificateFields of="tls" />
      <More places={["/tls/starttls", "/tls/serverName", "/tls/ca", "/tls/ipFamily"]}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <ChoiceField
            at="/tls/starttls"
            label={t("sensorForm.starttls")}
            hint={t("sensorForm.starttlsHint")}
            usual="none"
            options={[
              { value: "none", label: t("sensorForm.starttlsNone") },
              ...startTls.map((value) => ({ value, label: value.toUpperCase() })),
            ]}
          />
          <TextField
            at="/tls/serverName"
            label={t("sensorForm.serverName")}
            hint={t("sensorForm.serverNameHint")}
          />
          <FamilyField of="tls" />
        </SimpleGrid>
        <LongTextField
          at="/tls/ca"
          label={t("sensorForm.ca")}
          hint={t("sensorForm.caHint")}
          placeholder="-----BEGIN CERTIFICATE-----"
        />
      </More>
    </>
  );
}
