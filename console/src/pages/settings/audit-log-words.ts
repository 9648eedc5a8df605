import { formatExact } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";

const verbs = {
  create: "auditLog.verb.create",
  update: "auditLog.verb.update",
  rename: "auditLog.verb.rename",
  delete: "auditLog.verb.delete",
  revoke: "auditLog.verb.revoke",
  acknowledge: "auditLog.verb.acknowledge",
  note: "auditLog.verb.note",
  run: "auditLog.verb.run",
  stop: "auditLog.verb.stop",
  assess: "auditLog.verb.assess",
  enrol: "auditLog.verb.enrol",
  enable: "auditLog.verb.enable",
  disable: "auditLog.verb.disable",
  import: "auditLog.verb.import",
  sync: "auditLog.verb.sync",
  renew_token: "auditLog.verb.renew_token",
  set_targets: "auditLog.verb.set_targets",
  set_tags: "auditLog.verb.set_tags",
  set_place: "auditLog.verb.set_place",
} as const;

/** What was done, in words: `sensor.set_tags` → `Set tags of sensor`. What has no words yet is told by its own. */
export function actionWords(action: string): string {
  const [noun = action, verb = ""] = action.split(".");
  const what = plain(noun);
  const key = Object.entries(verbs).find(([name]) => name === verb)?.[1];
  if (key !== undefined) return t(key, { what });
  return t("auditLog.verb.other", { what: capitalised(what), verb: plain(verb) });
}

function plain(word: string): string {
  if (word === "api_key") return t("auditLog.noun.api_key");
  if (word === "maintenance") return t("auditLog.noun.maintenance");
  return word.replaceAll("_", " ");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One line of what changed: a field, and what it was and is, as far as that is told. */
export interface ChangedField {
  field: string;
  from: string | null;
  to: string | null;
}

/** What a line of the log says about the deed, field by field. */
export function changedFields(detail: Readonly<Record<string, unknown>>): ChangedField[] {
  return Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => {
      if (!isChange(value)) return { field, from: null, to: shown(field, value) };
      return { field, from: shown(field, value.from), to: shown(field, value.to) };
    });
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === "object" && value !== null && "from" in value && "to" in value;
}

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return t("common.none");
  // As everywhere: a time is epoch milliseconds, and its name ends in At.
  if (typeof value === "number" && field.endsWith("At")) return formatExact(value);
  return typeof value === "string" ? value : JSON.stringify(value, null, 1).replaceAll(/\s+/g, " ");
}
