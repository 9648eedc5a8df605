import { type XmlElement, type XmlPart, type XmlTag } from "#lib/xml-elements";
import { maxRules } from "../limits.ts";
import { Unreadable } from "../invalid-audit-file.ts";
import type { KeptText } from "../texts.ts";
import { withMarks } from "./plain-text.ts";
import { longest } from "./rule-draft.ts";

/** How to check a rule by hand, as OCIL 2.0 has it: a questionnaire asks by test actions, which name a question. */
export class Questionnaires {
  readonly #kept: KeptText;
  readonly #actions = new Map<string, string[]>();
  readonly #questions = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  constructor(kept: KeptText) {
    this.#kept = kept;
  }

  static wants({ name }: XmlTag, within: readonly XmlTag[]): boolean {
    const parent = within.at(-1)?.name;
    return (
      (parent === "questionnaires" && name === "questionnaire") ||
      (parent === "test_actions" && name.endsWith("_test_action")) ||
      (parent === "questions" && name.endsWith("_question"))
    );
  }

  add({ element, line }: XmlPart): void {
    const id = this.#kept.of(element.attributes["id"] ?? "", longest.identifier);
    if (element.name === "questionnaire") {
      const refs = textsOf(element, "test_action_ref");
      this.#actions.set(
        id,
        refs.map((ref) => this.#kept.of(ref, longest.identifier)),
      );
    } else if (element.name.endsWith("_test_action")) {
      const question = element.attributes["question_ref"] ?? "";
      this.#questions.set(id, this.#kept.of(question, longest.identifier));
    } else {
      const text = withMarks(textsOf(element, "question_text").join("\n"));
      this.#texts.set(id, this.#kept.of(text, longest.check));
    }
    if (Math.max(this.#actions.size, this.#questions.size, this.#texts.size) > maxRules * 2) {
      throw new Unreadable(`it has more than ${maxRules * 2} questionnaires, at line ${line}`);
    }
  }

  /** What a questionnaire asks; `undefined`: it is not in the file. */
  textOf(questionnaire: string): string | undefined {
    const actions = this.#actions.get(questionnaire);
    return actions
      ?.map((action) => this.#texts.get(this.#questions.get(action) ?? "") ?? "")
      .join("\n");
  }
}

function textsOf(element: XmlElement, name: string): string[] {
  const own = element.name === name ? [element.text.trim()] : [];
  return [...own, ...element.children.flatMap((child) => textsOf(child, name))];
}
