import type { CauseCode, InterfaceFacts } from "#engines/check-types";
import { isDown } from "./interfaces/interface-facts.ts";

/** What a check found wrong, besides a failure that ended it. */
export interface Findings {
  interfaces: readonly InterfaceFacts[];
  /** Aspects of the sensor that the device does not have. */
  lacking: readonly string[];
  /** Why interfaces may have been overlooked, to go on after the device's name. */
  incomplete: string | null;
}

/** {@link CheckOutcome.cause} must fit. */
const longest = 500;
/** What one sentence may take, so that the others fit, too. */
const longestList = 300;

/**
 * The cause of a failed check, most telling first: interfaces that are down, then what does not exist, then what ended the
 * check early. `null` when nothing is wrong.
 */
export function decideCause(
  peer: string,
  { interfaces, lacking, incomplete }: Findings,
  ended: { code: CauseCode; cause: string } | null,
): { code: CauseCode; cause: string } | null {
  const sentences: { code: CauseCode; cause: string }[] = [];
  const down = interfaces.filter(isDown);
  if (down.length > 0) sentences.push({ code: "interface_down", cause: downSentence(peer, down) });
  const missing = interfaces.filter((each) => each.operStatus === "missing");
  if (missing.length > 0) {
    const names = listed(missing.map((each) => each.name));
    const why = incomplete === null ? "" : `; but it ${incomplete}`;
    const cause = `${peer} has no interface named ${names}${why}`;
    sentences.push({ code: "no_such_object", cause });
  }
  if (lacking.length > 0) {
    const names = listed(lacking.map(aspectWords));
    sentences.push({ code: "no_such_object", cause: `${peer} does not tell its ${names}` });
  }
  if (ended !== null) sentences.push(ended);
  const first = sentences[0];
  if (first === undefined) return null;
  return { code: first.code, cause: cut(sentences.map(({ cause }) => cause).join("; "), longest) };
}

function downSentence(peer: string, down: readonly InterfaceFacts[]): string {
  const names = listed(
    down.map(({ name, alias, operStatus }) => {
      const label = alias === null || alias === name ? name : `${name} (${alias})`;
      return operStatus === "down" ? label : `${label} ${operStatus}`;
    }),
  );
  return down.length === 1
    ? `interface ${names} of ${peer} is down, though administratively up`
    : `${down.length} interfaces of ${peer} are down, though administratively up: ${names}`;
}

function aspectWords(aspect: string): string {
  return aspect.startsWith("storage:")
    ? `storage volume ${JSON.stringify(aspect.slice(8))}`
    : aspect;
}

/** As many names as fit, and how many more there are. */
function listed(names: readonly string[]): string {
  let text = "";
  for (const [at, name] of names.entries()) {
    const next = text === "" ? name : `${text}, ${name}`;
    if (next.length > longestList && at > 0) return `${text} and ${names.length - at} more`;
    text = next;
  }
  return cut(text, longestList);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
