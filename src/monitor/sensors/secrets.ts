import {
  type CheckType,
  HttpSettings,
  IcmpSettings,
  SnmpSettings,
  TcpSettings,
  TlsSettings,
} from "#engines/check-types";
import type { SealedBox } from "#platform/crypto";

/** A sensor type's settings as JSON: what stands under `http:`, `snmp:` … in the configuration file. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings without their credentials, and the credentials alone, at the same paths. */
export interface SplitSettings {
  settings: Settings;
  /** `null` when there are none. */
  secrets: Settings | null;
}

/**
 * Takes the values that the type's schema marks `secret: true` out of valid settings. {@link openSettings} puts them
 * back.
 */
export function splitSettings(type: CheckType, settings: Settings): SplitSettings {
  return split(marksOf[type], settings);
}

/**
 * Settings that were written by somebody who cannot see the credentials: what is left out of them stays, and `null` takes
 * one away. A credential goes with what holds it: without `basicAuth`, its password is gone, too.
 *
 * @param kept of the settings as they were, those credentials that may stay.
 */
export function keepSecrets(type: CheckType, kept: Settings, after: Settings): Settings {
  const { settings, secrets } = splitSettings(type, after);
  return fillIn(settings, kept, secrets ?? {});
}

function fillIn(open: Settings, kept: Settings, sent: Settings): Settings {
  const filled = new Map(Object.entries(open));
  const before = new Map(Object.entries(kept));
  const now = new Map(Object.entries(sent));
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const [holder, old, fresh] = [filled.get(name), before.get(name), now.get(name)];
    if (isObject(old) || isObject(fresh)) {
      if (!isObject(holder)) continue;
      filled.set(name, fillIn(holder, isObject(old) ? old : {}, isObject(fresh) ? fresh : {}));
    } else if (!now.has(name)) filled.set(name, old);
    else if (fresh !== null) filled.set(name, fresh);
  }
  return Object.fromEntries(filled);
}

/** Seals credentials for one sensor's row: copied to another row they do not open. `null` when there are none. */
export function sealSecrets(
  box: SealedBox,
  sensorId: string,
  secrets: Settings | null,
): Buffer | null {
  return secrets === null ? null : box.seal(JSON.stringify(secrets), placeOf(sensorId));
}

/**
 * The settings of a row with their credentials, as they were given to {@link splitSettings}.
 *
 * @throws Error when the installation's key is another one, or the row was changed.
 */
export function openSettings(
  box: SealedBox,
  sensorId: string,
  settings: Settings,
  sealed: Buffer | null,
): Settings {
  if (sealed === null) return settings;
  const secrets: unknown = JSON.parse(box.open(sealed, placeOf(sensorId)));
  if (!isObject(secrets)) throw new Error(`the credentials of ${placeOf(sensorId)} are no object`);
  return merge(settings, secrets);
}

function placeOf(sensorId: string): string {
  return `sensor:${sensorId}`;
}

/** Which values of an object are secret: `true` = the value itself, a tree = some of what it holds. */
interface Marks {
  readonly named: ReadonlyMap<string, true | Marks>;
  /** For objects with free names (HTTP headers): holds for every name. */
  readonly any: true | Marks | null;
}

const marksOf: Readonly<Record<CheckType, Marks>> = {
  snmp: readMarks(SnmpSettings),
  icmp: readMarks(IcmpSettings),
  http: readMarks(HttpSettings),
  tls: readMarks(TlsSettings),
  tcp: readMarks(TcpSettings),
};

/** Reads the marks out of a JSON schema; in a union, what one branch marks is secret in all. */
function readMarks(schema: unknown): Marks {
  const named = new Map<string, true | Marks>();
  let any: true | Marks | null = null;
  for (const branch of branchesOf(schema)) {
    for (const [name, value] of entriesOf(branch, "properties")) {
      const mark = markOf(value);
      if (mark !== null && named.get(name) !== true) named.set(name, mark);
    }
    for (const [, value] of entriesOf(branch, "patternProperties")) any = markOf(value) ?? any;
  }
  return { named, any };
}

function markOf(schema: unknown): true | Marks | null {
  if (isObject(schema) && schema["secret"] === true) return true;
  const marks = readMarks(schema);
  return marks.named.size > 0 || marks.any !== null ? marks : null;
}

function branchesOf(schema: unknown): readonly unknown[] {
  return isObject(schema) && Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
}

function entriesOf(schema: unknown, keyword: string): [string, unknown][] {
  const value = isObject(schema) ? schema[keyword] : undefined;
  return isObject(value) ? Object.entries(value) : [];
}

// Built from entries, not by assignment: a header may well be called `__proto__`.
function split(marks: Marks, settings: Settings): SplitSettings {
  const open: [string, unknown][] = [];
  const secrets: [string, unknown][] = [];
  for (const [name, value] of Object.entries(settings)) {
    const mark = marks.named.get(name) ?? marks.any;
    if (mark === true) secrets.push([name, value]);
    else if (mark === null || !isObject(value)) open.push([name, value]);
    else {
      const inner = split(mark, value);
      open.push([name, inner.settings]);
      if (inner.secrets !== null) secrets.push([name, inner.secrets]);
    }
  }
  return {
    settings: Object.fromEntries(open),
    secrets: secrets.length > 0 ? Object.fromEntries(secrets) : null,
  };
}

function merge(settings: Settings, secrets: Settings): Settings {
  const beside = new Map(Object.entries(settings));
  const merged = Object.entries(secrets).map(([name, value]): [string, unknown] => {
    const open = beside.get(name);
    return [name, isObject(value) && isObject(open) ? merge(open, value) : value];
  });
  return Object.fromEntries([...beside, ...merged]);
}

function isObject(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
