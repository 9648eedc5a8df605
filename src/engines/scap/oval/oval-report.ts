import { type XmlElement, type XmlPart, type XmlTag, childOf } from "#lib/xml-elements";
import { type KeptText, lineOf } from "../texts.ts";
import {
  type Criterion,
  type Culprit,
  culpritsOf,
  opposite,
  readCriterion,
} from "./definitions.ts";
import { describeItem, describeObject } from "./describe-item.ts";

const mostItems = 5;
const longestComment = 200;

interface TestText {
  readonly comment: string;
  readonly object: string;
}

/** What a test looked at. */
interface Looked {
  /** That of the test, before the definition turns it round. */
  readonly result: string;
  /** Items with that result, and any others; the first of each. */
  readonly telling: string[];
  readonly others: string[];
  /** How many there are with that result. */
  count: number;
}

/**
 * The results of OVAL checks (OVAL results 5.11), as far as they explain some definitions. An OVAL report is large, and most of
 * it is about checks that passed: definitions come before their tests, tests before the items, so that one pass can leave
 * out what no failed check leads to.
 */
export class OvalReport {
  readonly #kept: KeptText;
  readonly #isAskedFor: ((definition: string) => boolean) | null;
  readonly #tests = new Map<string, TestText>();
  readonly #objects = new Map<string, string>();
  readonly #definitions = new Map<string, Criterion>();
  readonly #items = new Map<string, string>();
  /** Why an object was not collected. */
  readonly #troubles = new Map<string, string>();
  #looked: Map<string, Looked> | undefined;
  #needed: { items: Set<string>; objects: Set<string> } | undefined;

  /** @param isAskedFor which definitions are to be explained; `null`: not known yet, so those that did not come out true. */
  constructor(isAskedFor: ((definition: string) => boolean) | null, kept: KeptText) {
    this.#isAskedFor = isAskedFor;
    this.#kept = kept;
  }

  wants(tag: XmlTag, within: readonly XmlTag[]): boolean {
    const { name, attributes } = tag;
    const parent = within.at(-1);
    switch (parent?.name) {
      case "tests":
        return name.endsWith("_test");
      case "objects":
        return name.endsWith("_object");
      case "definitions":
        return (
          attributes["definition_id"] !== undefined && attributes["result"] !== "not evaluated"
        );
      case "test":
        return name === "tested_item" && this.#culprits().has(parent.attributes["test_id"] ?? "");
      case "collected_objects":
        return this.#neededParts().objects.has(attributes["id"] ?? "");
      case "system_data":
        return this.#neededParts().items.has(attributes["id"] ?? "");
      default:
        return false;
    }
  }

  add({ element, within }: XmlPart): void {
    const { name, attributes } = element;
    const parent = within.at(-1);
    const id = attributes["id"] ?? "";
    if (parent?.name === "tests") {
      this.#tests.set(this.#kept.of(id, 300), {
        comment: this.#kept.of(lineOf(attributes["comment"] ?? "", longestComment), longestComment),
        object: this.#kept.of(childOf(element, "object")?.attributes["object_ref"] ?? "", 300),
      });
    } else if (parent?.name === "objects") {
      this.#objects.set(this.#kept.of(id, 300), this.#kept.of(describeObject(element), 500));
    } else if (parent?.name === "definitions") {
      this.#definitions.set(
        this.#kept.of(attributes["definition_id"] ?? "", 300),
        readCriterion(element, this.#kept),
      );
    } else if (name === "tested_item") {
      this.#addTested(parent?.attributes["test_id"] ?? "", attributes);
    } else if (parent?.name === "collected_objects") {
      this.#addTrouble(id, element);
    } else {
      this.#items.set(this.#kept.of(id, 300), this.#kept.of(describeItem(element), 500));
    }
  }

  /** Why a definition came out as it did, a line for each test that it comes from. */
  explain(definition: string): string[] {
    return culpritsOf(definition, this.#definitions).map((culprit) => this.#line(culprit));
  }

  #line(culprit: Culprit): string {
    const { comment, object } = this.#tests.get(culprit.test) ?? { comment: "", object: "" };
    const name = `"${comment || lineOf(nameOf(culprit.test), longestComment)}"`;
    const detail = this.#detail(culprit, object);
    return `${headOf(culprit)}: ${name}${detail === "" ? "" : ` (${detail})`}`;
  }

  #detail({ test, result }: Culprit, object: string): string {
    const trouble = this.#troubles.get(object);
    const looked = this.#culprits().get(test);
    const ids = looked === undefined || looked.telling.length > 0 ? looked?.telling : looked.others;
    const items = (ids ?? []).map((id) => this.#items.get(id) ?? "").filter((text) => text !== "");
    const more = (looked?.count ?? 0) - items.length;
    if (trouble !== undefined && (result !== "false" || items.length === 0)) return trouble;
    if (items.length > 0) return [...items, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
    const asked = this.#objects.get(object) ?? "";
    if (result !== "false" && result !== "true") return "";
    return asked === "" ? "nothing found" : `nothing found: ${asked}`;
  }

  #addTested(test: string, { item_id: id = "", result }: XmlElement["attributes"]): void {
    const looked = this.#culprits().get(test);
    if (looked === undefined) return;
    const isTelling = result === looked.result;
    if (isTelling) looked.count += 1;
    const list = isTelling ? looked.telling : looked.others;
    if (list.length < mostItems) list.push(this.#kept.of(id, 300));
  }

  #addTrouble(id: string, element: XmlElement): void {
    const flag = element.attributes["flag"] ?? "";
    if (flag === "complete" || flag === "does not exist") return;
    const message = lineOf(childOf(element, "message")?.text ?? "", longestComment);
    this.#troubles.set(id, this.#kept.of(message || `collected: ${lineOf(flag, 50)}`, 300));
  }

  #roots(): string[] {
    const ids = [...this.#definitions.keys()];
    const isAskedFor = this.#isAskedFor ?? ((id) => this.#definitions.get(id)?.result !== "true");
    return ids.filter(isAskedFor);
  }

  /** The tests to look at; definitions are complete when it is first asked for. */
  #culprits(): Map<string, Looked> {
    if (this.#looked !== undefined) return this.#looked;
    const looked = new Map<string, Looked>();
    for (const root of this.#roots()) {
      for (const { test, result, isNegated } of culpritsOf(root, this.#definitions)) {
        const own = isNegated ? opposite(result) : result;
        looked.set(test, { result: own, telling: [], others: [], count: 0 });
      }
    }
    this.#looked = looked;
    return looked;
  }

  /** What to keep of the host's facts; the tests are complete when it is first asked for. */
  #neededParts(): { items: Set<string>; objects: Set<string> } {
    if (this.#needed !== undefined) return this.#needed;
    const looked = [...this.#culprits()];
    this.#needed = {
      items: new Set(looked.flatMap(([, { telling, others }]) => [...telling, ...others])),
      objects: new Set(looked.map(([test]) => this.#tests.get(test)?.object ?? "")),
    };
    return this.#needed;
  }
}

function headOf({ result, isNegated }: Culprit): string {
  if (result !== "false" && result !== "true") {
    return `Check without a result (${lineOf(result, 50)})`;
  }
  // Either the definition turns the test round, or the rule the definition.
  return isNegated === (result === "false") ? "Check holds, but must not" : "Check failed";
}

/** `oval:ssg-test_grub2_password:tst:1` is `ssg-test_grub2_password`. */
function nameOf(id: string): string {
  return /^oval:([^:]+):/.exec(id)?.[1] ?? id;
}
