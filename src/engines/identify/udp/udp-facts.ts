import type { ServiceFacts } from "#engines/scan-types";
import { replyText } from "../reply-text.ts";
import type { UdpAnswer } from "./udp-probe.ts";

/**
 * The facts of a port that gave `answers`: what the surest says, completed by the others of the same service. `cutShort`:
 * more would have been asked.
 */
export function mergeAnswers(
  port: number,
  answers: readonly UdpAnswer[],
  cutShort: boolean,
): ServiceFacts {
  const sorted = answers.toSorted((a, b) => b.confidence - a.confidence);
  const [surest] = sorted;
  if (surest === undefined) throw new Error(`port ${port} gave no answer to merge`);
  const same = sorted.filter(({ name }) => name === surest.name);
  const first = <Key extends keyof UdpAnswer>(key: Key): UdpAnswer[Key] | undefined =>
    same.find((answer) => answer[key] !== undefined)?.[key];
  const facts = blankFacts(port, "probed");
  facts.name = surest.name;
  facts.unsettled = cutShort;
  facts.confidence = surest.confidence;
  facts.cpes = first("cpes") ?? [];
  facts.observations = [...new Set(same.flatMap((answer) => answer.observations ?? []))];
  const from = first("package");
  if (from !== undefined) facts.package = from;
  const extraInfo = new Set(same.flatMap((answer) => answer.extraInfo ?? []));
  setText(facts, "product", first("product"), 100);
  setText(facts, "version", first("version"), 60);
  setText(facts, "extraInfo", [...extraInfo].join("; "), 300);
  setText(facts, "banner", first("banner"), 1000);
  return facts;
}

/** The facts of a port that said something nobody understands: it is open, and that is all. */
export function unknownService(port: number, reply: Buffer): ServiceFacts {
  const facts = blankFacts(port, "port");
  const banner = replyText(reply, 1000);
  if (banner !== "") facts.banner = banner;
  return facts;
}

function blankFacts(port: number, method: ServiceFacts["method"]): ServiceFacts {
  return {
    protocol: "udp",
    port,
    cpes: [],
    method,
    confidence: 0,
    observations: [],
    engine: "own",
    unsettled: false,
  };
}

/** Sets a text, cleaned and cut; one that is empty then is not known. */
function setText(
  facts: ServiceFacts,
  key: "product" | "version" | "extraInfo" | "banner",
  words: string | undefined,
  longest: number,
): void {
  const text = replyText(words ?? "", longest);
  if (text !== "") facts[key] = text;
}
