import type { XmlElement } from "#lib/xml-elements";
import type { KeptText } from "../texts.ts";

/** A part of a definition with what became of it, negation already applied (OVAL results 5.11, `CriteriaType`). */
export interface Criterion {
  readonly kind: "criteria" | "criterion" | "extend_definition";
  /** A test or a definition. */
  readonly ref: string;
  readonly result: string;
  readonly isNegated: boolean;
  readonly children: readonly Criterion[];
}

/** A test that made a definition come out as it did. */
export interface Culprit {
  readonly test: string;
  /** As the definition counts it, negation applied. */
  readonly result: string;
  readonly isNegated: boolean;
}

const mostCulprits = 20;
/** Definitions build on each other; real ones four deep. */
const deepest = 32;
/** Parts that are looked at for one definition; those that all build twice on the next would make it billions. */
const mostLooked = 10_000;

/** @param element one of the three kinds, or a definition, whose criteria count. */
export function readCriterion(element: XmlElement, kept: KeptText): Criterion {
  const { name, attributes } = element;
  return {
    kind: name === "criterion" || name === "extend_definition" ? name : "criteria",
    ref: kept.of(attributes["test_ref"] ?? attributes["definition_ref"] ?? "", 300),
    result: kept.of(attributes["result"] ?? "", 50),
    isNegated: attributes["negate"] === "true",
    children: element.children
      .filter((child) => parts.has(child.name))
      .map((child) => readCriterion(child, kept)),
  };
}

const parts: ReadonlySet<string> = new Set(["criteria", "criterion", "extend_definition"]);

/** The tests that a definition's result comes from, through all that it builds on. */
export function culpritsOf(id: string, definitions: ReadonlyMap<string, Criterion>): Culprit[] {
  const found = new Map<string, Culprit>();
  let looked = 0;
  const look = (node: Criterion, depth: number): void => {
    looked += 1;
    if (found.size >= mostCulprits || depth > deepest || looked > mostLooked) return;
    if (node.kind === "criterion") {
      found.set(`${node.ref} ${node.result}`, {
        test: node.ref,
        result: node.result,
        isNegated: node.isNegated,
      });
      return;
    }
    const within = node.kind === "criteria" ? node : definitions.get(node.ref);
    if (within === undefined) return;
    const inner =
      node.isNegated && node.kind === "criteria" ? opposite(node.result) : within.result;
    const same = within.children.filter(({ result }) => result === inner);
    const others = within.children.filter(({ result }) => result !== "true");
    for (const child of same.length > 0 ? same : others) look(child, depth + 1);
  };
  const definition = definitions.get(id);
  if (definition !== undefined) look(definition, 0);
  return [...found.values()];
}

/** What negation makes of a result; one that is neither stays. */
export function opposite(result: string): string {
  if (result === "true") return "false";
  return result === "false" ? "true" : result;
}
