import { createContext, Script } from "node:vm";
import { InvalidRule } from "./status-ranges.ts";

/** What a text is searched for. */
export interface TextRule {
  /** As the user wrote it, quoted, shortened: for words. */
  shown: string;
  /** @throws SearchTooSlow */
  occursIn(text: string): boolean;
}

/** A regular expression took too long on a text: it is of the kind that tries everything. */
export class SearchTooSlow extends Error {
  override name = "SearchTooSlow";
}

/** More than any sound expression needs for 1 MiB, and short enough that other checks hardly notice. */
const searchLimitMs = 250;

/**
 * Reads a rule: `/expression/flags`, or a text to be found as it is. `setting` names it in errors.
 * @throws InvalidRule
 */
export function parseTextRule(setting: string, text: string): TextRule {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  if (source === undefined) {
    return { shown: JSON.stringify(shown), occursIn: (searched) => searched.includes(text) };
  }
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidRule("body", `${setting}: ${why.slice(0, 300)}`);
  }
  return { shown, occursIn: (searched) => searchWithin(searchLimitMs, expression, searched) };
}

/**
 * The body comes from outside, and so may the expression: together they can take for ever (`/(a+)+$/`). V8 can be
 * interrupted only inside a script of its own, which costs a tenth of a millisecond.
 */
const search = new Script("expression.lastIndex = 0; expression.test(text)");
const sandbox: { expression: RegExp | null; text: string } = { expression: null, text: "" };
const context = createContext(sandbox);

function searchWithin(limitMs: number, expression: RegExp, text: string): boolean {
  sandbox.expression = expression;
  sandbox.text = text;
  try {
    return search.runInContext(context, { timeout: limitMs }) === true;
  } catch (error) {
    if (
      Error.isError(error) && // of another realm, so no instance of our Error
      "code" in error &&
      error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
    ) {
      throw new SearchTooSlow(`gave up after ${limitMs} ms`);
    }
    throw error;
  } finally {
    sandbox.expression = null;
    sandbox.text = "";
  }
}
