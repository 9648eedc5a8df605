import type { HttpSettings } from "#engines/check-types";
import type { BodyText } from "./body-text.ts";
import { findByPath, type JsonPathStep, parseJsonPath } from "./json-path.ts";
import { parseTextRule, SearchTooSlow, type TextRule } from "./text-rule.ts";

/** What a body must be like. */
export interface BodyRules {
  match: TextRule | null;
  notMatch: TextRule | null;
  json: JsonRule | null;
}

interface JsonRule {
  shown: string;
  path: readonly JsonPathStep[];
  /** `undefined`: anything that exists. */
  equals: string | number | boolean | null | undefined;
}

/**
 * The rules among the settings; `null` when there are none, so that no body has to be read.
 * @throws InvalidRule
 */
export function parseBodyRules(settings: HttpSettings): BodyRules | null {
  const { bodyMatch, bodyNotMatch, jsonPath } = settings;
  if (bodyMatch === undefined && bodyNotMatch === undefined && jsonPath === undefined) return null;
  return {
    match: bodyMatch === undefined ? null : parseTextRule("bodyMatch", bodyMatch),
    notMatch: bodyNotMatch === undefined ? null : parseTextRule("bodyNotMatch", bodyNotMatch),
    json:
      jsonPath === undefined
        ? null
        : { shown: jsonPath.path, path: parseJsonPath(jsonPath.path), equals: jsonPath.equals },
  };
}

/** What is wrong with a body, in words that go on from "its body"; `null` when it is as it must be. */
export function judgeBody(rules: BodyRules, body: BodyText): string | null {
  if ("unreadable" in body) return body.unreadable;
  const within = body.capped ? " in its first 1 MiB" : "";
  try {
    if (rules.match !== null && !rules.match.occursIn(body.text)) {
      return `does not contain ${rules.match.shown}${within}`;
    }
    if (rules.notMatch !== null && rules.notMatch.occursIn(body.text)) {
      return `contains ${rules.notMatch.shown}, which it must not`;
    }
  } catch (error) {
    if (error instanceof SearchTooSlow) return `takes too long to search: ${error.message}`;
    throw error;
  }
  return rules.json === null ? null : judgeJson(rules.json, body);
}

function judgeJson(
  rule: JsonRule,
  { text, capped }: { text: string; capped: boolean },
): string | null {
  if (capped) return "is larger than 1 MiB, too large to look into as JSON";
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `is not JSON (${why.slice(0, 150)})`;
  }
  const at = findByPath(root, rule.path);
  if (!at.found) return `has nothing at ${rule.shown}`;
  if (rule.equals === undefined || at.value === rule.equals) return null;
  return `has ${json(at.value)} at ${rule.shown}, expected ${json(rule.equals)}`;
}

function json(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
