import type { Fields } from "../tenant.ts";

/** What a setting must be. */
export interface Expectation {
  /** By its names from the outside in: `defaultUserRolePermissions.allowedToCreateApps`. */
  readonly property: string;
  /** What Graph's null stands for; absent: nothing is known then. */
  readonly whenNull?: string | number | boolean;
  readonly must:
    | { readonly be: boolean; readonly otherwise: string }
    | { readonly beAtMost: number; readonly otherwise: string }
    /** Values in lower case; of the bad ones, and of any other when that is bad as well, a sentence. */
    | {
        readonly beOneOf: readonly string[];
        readonly otherwise: Readonly<Record<string, string>>;
        readonly anyOther?: string;
      };
}

/** What is wrong with settings, in sentences in which `{value}` stands for the value; `unread`: nothing is, as far as can be said. */
export function judgeSettings(
  fields: Fields,
  expectations: readonly Expectation[],
): readonly string[] | "unread" {
  const answers = expectations.map((one) => judgeSetting(fields, one));
  const wrong = answers.flatMap((answer) => (answer.kind === "wrong" ? [answer.sentence] : []));
  return wrong.length === 0 && answers.includes(unread) ? "unread" : wrong;
}

/** `a.b.c` of an object; undefined: it is not there. */
export function valueAt(fields: Fields, property: string): unknown {
  let value: unknown = fields;
  for (const name of property.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

type Answer =
  | { readonly kind: "fine" | "unread" }
  | { readonly kind: "wrong"; readonly sentence: string };
const fine: Answer = { kind: "fine" };
const unread: Answer = { kind: "unread" };
const wrong = (sentence: string): Answer => ({ kind: "wrong", sentence });

function judgeSetting(fields: Fields, { property, whenNull, must }: Expectation): Answer {
  const sent = valueAt(fields, property);
  const value = sent === null ? whenNull : sent;
  if ("be" in must) {
    if (typeof value !== "boolean") return unread;
    return value === must.be ? fine : wrong(must.otherwise);
  }
  if ("beAtMost" in must) {
    if (typeof value !== "number" || !Number.isFinite(value)) return unread;
    return value <= must.beAtMost ? fine : wrong(must.otherwise.replace("{value}", String(value)));
  }
  if (typeof value !== "string") return unread;
  const key = value.toLowerCase();
  if (must.beOneOf.includes(key)) return fine;
  const known = Object.hasOwn(must.otherwise, key) ? must.otherwise[key] : must.anyOther;
  return known === undefined ? unread : wrong(known);
}
