import { Control, FilterParser, PagedResultsControl, SearchRequest, type BerWriter } from "ldapts";
import { DirectoryRefused } from "#engines/directory-types";
import { Entry, wordsOf } from "./entry.ts";
import type { Limits } from "./limits.ts";
import type { Session } from "./open-session.ts";
import { completeValues } from "./ranges.ts";

/** What is to be read. */
export interface Question {
  /** For words, in the plural: `users`. */
  readonly what: string;
  readonly base: string;
  readonly scope: "base" | "one" | "sub";
  /** RFC 4515. */
  readonly filter: string;
  readonly attributes: readonly string[];
}

/** Told after each page. */
export interface ReadingProgress {
  readonly phase: "connecting" | "reading";
  readonly what: string;
  /** Read so far, of everything. */
  readonly objects: number;
}

/** Result codes, RFC 4511 section 4.1.9, that say: not here, or not for you. */
const withheldCodes: ReadonlySet<number> = new Set([
  10, // referral: another server has it
  32, // noSuchObject: what may not be seen is not there
  50, // insufficientAccessRights
]);

/**
 * LDAP_SERVER_SD_FLAGS_OID, MS-ADTS 3.1.1.3.4.1.11: owner, group and DACL, which an ordinary user may read; with the SACL, nothing of
 * a descriptor comes back.
 */
class DescriptorFlags extends Control {
  constructor() {
    super("1.2.840.113556.1.4.801");
  }
  protected override writeControl(writer: BerWriter): void {
    // SEQUENCE of one INTEGER, 7.
    writer.writeBuffer(Buffer.of(0x30, 0x03, 0x02, 0x01, 0x07), 0x04);
  }
}

/** Reads objects over a session. Where a server sends us elsewhere, nobody goes. */
export class Reader {
  readonly #session: Session;
  readonly #limits: Limits;
  readonly #onProgress: (progress: ReadingProgress) => void;
  #objects = 0;

  constructor(session: Session, limits: Limits, onProgress: (progress: ReadingProgress) => void) {
    this.#session = session;
    this.#limits = limits;
    this.#onProgress = onProgress;
  }

  get whom(): string {
    return this.#session.whom;
  }

  /**
   * Reads all objects, page by page; each is handed on as it comes.
   *
   * @returns false: the server has no such base, or keeps it from this user; then nothing was handed on
   * @throws DirectoryRefused when the list does not come to its end
   */
  async each(question: Question, onEntry: (entry: Entry) => void): Promise<boolean> {
    const { pageObjects, objects: mostObjects, keptBytes, emptyPages } = this.#limits;
    const page = new PagedResultsControl({ value: { size: pageObjects } });
    const before = this.#objects;
    for (let empty = 0; ;) {
      const partial: Entry[] = [];
      let kept = 0;
      const soFar = this.#objects;
      const { code, text, cookie } = await this.#ask(
        question,
        [new DescriptorFlags(), page],
        (entry) => {
          this.#objects++;
          if (this.#objects > mostObjects) {
            throw new DirectoryRefused(`${this.whom} has more than ${mostObjects} objects.`);
          }
          if (entry.parts().length === 0) return onEntry(entry);
          kept += entry.size;
          if (kept > keptBytes) {
            throw new DirectoryRefused(
              `${this.whom} hands out more than ${keptBytes} bytes of ${question.what} at once whose values come in parts.`,
            );
          }
          partial.push(entry);
        },
      );
      if (withheldCodes.has(code) && this.#objects === before) return false;
      if (code !== 0) throw this.#incomplete(question, code, text);
      for (const entry of partial) onEntry(await this.#completed(entry, question));
      this.#onProgress({ phase: "reading", what: question.what, objects: this.#objects });
      if (cookie.length === 0) return true;
      empty = this.#objects === soFar ? empty + 1 : 0;
      if (empty > emptyPages) {
        throw new DirectoryRefused(
          `${this.whom} says after ${emptyPages} pages without ${question.what} in a row that there are more.`,
        );
      }
      page.value = { size: pageObjects, cookie };
    }
  }

  /** Reads one object; null: there is none, or this user may not see it. @throws DirectoryRefused */
  async one(base: string, what: string, attributes: readonly string[]): Promise<Entry | null> {
    let found: Entry | null = null;
    const question = { what, base, scope: "base", filter: "(objectClass=*)", attributes } as const;
    await this.each(question, (entry) => {
      found ??= entry;
    });
    return found;
  }

  async #ask(question: Question, controls: Control[], onEntry: (entry: Entry) => void) {
    const { base, scope, filter, attributes, what } = question;
    const { pageMs } = this.#limits;
    const request = new SearchRequest({
      messageId: 0,
      baseDN: base,
      scope,
      filter: FilterParser.parseString(filter),
      attributes: [...attributes],
      timeLimit: Math.ceil(pageMs / 1000),
      controls,
    });
    const asking = { doing: `${what} were read`, timeoutMs: pageMs };
    return this.#session.connection.ask(request, asking, (raw) => onEntry(new Entry(raw)));
  }

  async #completed(entry: Entry, { what }: Question): Promise<Entry> {
    const bounds = { whom: this.whom, mostBytes: this.#limits.keptBytes };
    return completeValues(entry, bounds, async (attribute) => {
      let found: Entry | null = null;
      const filter = "(objectClass=*)";
      const question = {
        what,
        base: entry.dn,
        scope: "base",
        filter,
        attributes: [attribute],
      } as const;
      const { code, text } = await this.#ask(question, [], (part) => {
        found ??= part;
      });
      if (code !== 0) throw this.#incomplete(question, code, text);
      return found;
    });
  }

  #incomplete({ what, base }: Question, code: number, text: string): DirectoryRefused {
    const where = base === "" ? "" : ` of ${wordsOf(base, 200)}`;
    const why = this.#session.quote(text);
    return new DirectoryRefused(
      `${this.whom} does not hand out all ${what}${where} (result ${code}${why === "" ? "" : `: ${why}`}).`,
    );
  }
}
