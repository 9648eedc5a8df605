import type { XmlElement } from "#lib/xml-elements";
import { lineOf } from "../texts.ts";
import { withoutSecrets } from "./secrets.ts";

/** Fields of an item that was collected, or of an object that was looked for: those that have a value. */
type Fields = ReadonlyMap<string, readonly string[]>;

const mostFields = 6;
const longestField = 200;

/** Of these the value is never shown. */
const secretFields = /passw|secret|community/i;

/**
 * What a check looked at, for people: `/etc/shadow: mode 0644, owner 0, group 42`. Kinds that audits of Linux use have a form
 * of their own, any other shows its first fields.
 */
export function describeItem(item: XmlElement): string {
  const fields = fieldsOf(item);
  const one = (name: string): string => fields.get(name)?.join(", ") ?? "";
  switch (item.name) {
    case "file_item":
      return [placeOf(fields), fileFacts(fields)].filter((part) => part !== "").join(": ");
    case "textfilecontent54_item":
    case "textfilecontent_item":
      return `${placeOf(fields)}: "${one("text") || one("subexpression")}"`;
    case "sysctl_item":
      return `${one("name")} = ${one("value")}`;
    case "variable_item":
      return `value ${one("value")}`;
    case "dpkginfo_item":
      return `${one("name")} ${one("evr") || one("version")}`;
    case "rpminfo_item":
      return `${one("name")}-${one("evr") || one("version")}`;
    case "systemdunitproperty_item":
      return `${one("unit")}: ${one("property")} = ${one("value")}`;
    case "systemdunitdependency_item":
      return `${one("unit")}: depends on ${one("dependency")}`;
    case "partition_item":
      return `${one("mount_point")}: ${one("fs_type")}, options ${one("mount_options")}`;
    default:
      return someOf(fields);
  }
}

/** What an object asks for, where nothing like it is there: `path /boot, filename matching ^System\.map.*$`. */
export function describeObject(object: XmlElement): string {
  const parts = object.children
    .filter(({ name, text }) => !notAsked.has(name) && text.trim() !== "")
    .map(({ name, text, attributes }) => {
      const how =
        operations.get(attributes["operation"] ?? "equals") ?? ` ${attributes["operation"]}`;
      return `${wordsOf(name)}${how} ${shown(text)}`;
    });
  return parts.slice(0, mostFields).join(", ");
}

const notAsked: ReadonlySet<string> = new Set([
  "instance",
  "behaviors",
  "set",
  "filter",
  "var_ref",
]);
const operations = new Map([
  ["equals", ""],
  ["pattern match", " matching"],
  ["not equal", " other than"],
]);

function fieldsOf(item: XmlElement): Fields {
  const fields = new Map<string, string[]>();
  for (const { name, text, attributes, children } of item.children) {
    const value = children.length === 0 ? text : children.map((child) => child.text).join(" ");
    const isThere = (attributes["status"] ?? "exists") === "exists" && value.trim() !== "";
    if (!isThere || secretFields.test(name)) continue;
    const values = fields.get(name) ?? [];
    values.push(shown(value));
    fields.set(name, values);
  }
  return fields;
}

function shown(text: string): string {
  return lineOf(withoutSecrets(text.slice(0, longestField * 4)), longestField);
}

function placeOf(fields: Fields): string {
  const [path] = fields.get("filepath") ?? [];
  if (path !== undefined) return path;
  const name = fields.get("filename")?.[0];
  const directory = fields.get("path")?.[0] ?? "";
  return name === undefined ? directory : `${directory.replace(/\/$/, "")}/${name}`;
}

/** Bits of a mode in the order of chmod(2), the highest first. */
const modeBits = [
  "suid",
  "sgid",
  "sticky",
  "uread",
  "uwrite",
  "uexec",
  "gread",
  "gwrite",
  "gexec",
  "oread",
  "owrite",
  "oexec",
] as const;

function fileFacts(fields: Fields): string {
  const isSet = (bit: string): boolean => /^(?:true|1)$/.test(fields.get(bit)?.[0] ?? "");
  const mode = modeBits.reduce((bits, bit) => bits * 2 + (isSet(bit) ? 1 : 0), 0);
  const facts = [
    ...(fields.has("uread") ? [`mode ${mode.toString(8).padStart(4, "0")}`] : []),
    ...["user_id", "group_id", "type"].flatMap((name) => {
      const value = fields.get(name)?.[0];
      return value === undefined || value === "regular" ? [] : [`${fileWords[name]} ${value}`];
    }),
  ];
  return facts.join(", ");
}

const fileWords: Readonly<Record<string, string>> = {
  user_id: "owner",
  group_id: "group",
  type: "type",
};

function someOf(fields: Fields): string {
  const parts = [...fields].map(([name, values]) => `${wordsOf(name)} ${values.join(", ")}`);
  return parts.slice(0, mostFields).join(", ");
}

function wordsOf(name: string): string {
  return name.replaceAll("_", " ");
}
