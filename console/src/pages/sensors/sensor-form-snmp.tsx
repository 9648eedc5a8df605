import { SimpleGrid } from "@mantine/core";
import { t } from "../../text/text.ts";
import { ChoiceField, SecretField, TextField } from "./sensor-form-fields.tsx";
import { More } from "./sensor-form-more.tsx";
import { PartsSection } from "./sensor-form-parts.tsx";
import { useSensorForm } from "./sensor-form-state.ts";
import { type Item, isMapping, valueAt } from "./sensor-item.ts";

const authProtocols = ["MD5", "SHA", "SHA-224", "SHA-256", "SHA-384", "SHA-512"];
const privProtocols = ["DES", "AES", "AES-192", "AES-256", "AES-192-C", "AES-256-C"];
const levels = ["noAuthNoPriv", "authNoPriv", "authPriv"] as const;
type Level = (typeof levels)[number];

/** SNMP: who asks, and which interfaces and host aspects are watched. */
export function SnmpSettings() {
  const { item } = useSensorForm();
  const isUser = valueAt(item, "/snmp/version") === 3;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <VersionField />
        {isUser ? (
          <TextField at="/snmp/user" label={t("sensorForm.snmpUser")} required />
        ) : (
          <SecretField
            at="/snmp/community"
            label={t("sensorForm.community")}
            hint={t("sensorForm.communityHint")}
            required
          />
        )}
        {isUser && <UserFields />}
      </SimpleGrid>
      {isUser && (
        <More places={["/snmp/context"]}>
          <TextField
            at="/snmp/context"
            label={t("sensorForm.context")}
            hint={t("sensorForm.contextHint")}
          />
        </More>
      )}
      <PartsSection />
    </>
  );
}

const versions = [
  { value: "2c", label: "v2c" },
  { value: "3", label: "v3", means: 3 },
  { value: "1", label: "v1", means: 1 },
];

/** What one version has, the other does not: then only the version itself stays. */
function VersionField() {
  const { item, set } = useSensorForm();
  const settings = valueAt(item, "/snmp");
  const before = isMapping(settings) ? settings : {};
  const change = (version: unknown) => {
    const isSameKind = (version === 3) === (before["version"] === 3);
    const fresh = version === 3 ? { version, level: "authPriv" } : { version };
    set(["/snmp", isSameKind ? { ...before, version } : fresh]);
  };
  return (
    <ChoiceField
      at="/snmp/version"
      label={t("sensorForm.snmpVersion")}
      hint={t("sensorForm.snmpVersionHint")}
      options={versions}
      usual="2c"
      required
      onSet={change}
    />
  );
}

/** RFC 3414: each level needs its passwords, and has no use for others. */
function UserFields() {
  const { item, set } = useSensorForm();
  const settings = valueAt(item, "/snmp");
  const level = levelOf(isMapping(settings) ? settings : {});
  return (
    <>
      <ChoiceField
        at="/snmp/level"
        label={t("sensorForm.level")}
        options={levels.map((value) => ({ value, label: t(`sensorForm.level.${value}`) }))}
        usual={level}
        required
        onSet={(next) =>
          set(["/snmp", atLevel(isMapping(settings) ? settings : {}, next as Level)])
        }
      />
      <div />
      {level !== "noAuthNoPriv" && (
        <>
          <ChoiceField
            at="/snmp/authProtocol"
            label={t("sensorForm.authProtocol")}
            options={authProtocols.map((value) => ({ value, label: value }))}
            usual="SHA"
          />
          <SecretField
            at="/snmp/authPassword"
            label={t("sensorForm.authPassword")}
            hint={t("sensorForm.passwordLength")}
            required
          />
        </>
      )}
      {level === "authPriv" && (
        <>
          <ChoiceField
            at="/snmp/privProtocol"
            label={t("sensorForm.privProtocol")}
            options={privProtocols.map((value) => ({ value, label: value }))}
            usual="AES"
          />
          <SecretField
            at="/snmp/privPassword"
            label={t("sensorForm.privPassword")}
            hint={t("sensorForm.passwordLength")}
            required
          />
        </>
      )}
    </>
  );
}

function levelOf(settings: Item): Level {
  return levels.find((level) => level === settings["level"]) ?? "authPriv";
}

function atLevel(settings: Item, level: Level): Item {
  const {
    authProtocol: _a,
    authPassword: _p,
    privProtocol: _q,
    privPassword: _r,
    ...rest
  } = settings;
  return { ...rest, level };
}
