import type { DeltaMemory, Remembered } from "./delta-memory.ts";
import type { GraphRead, GraphRequest } from "./graph-request.ts";
import { type Reply, judgeReply } from "./judge-reply.ts";
import type { GraphLimits } from "./limits.ts";
import { type Page, readPage } from "./page.ts";
import { readError } from "./reply-error.ts";

/** What is to be done after an answer. */
export type Next =
  | { readonly kind: "done" }
  /** Ask for {@link Reading.path} at once. */
  | { readonly kind: "more" }
  /** Ask for it again, later. */
  | { readonly kind: "later" }
  /** Ask for it again, with another token. */
  | { readonly kind: "token" };

export interface ReadingOptions {
  readonly base: URL;
  readonly limits: GraphLimits;
  readonly memory: DeltaMemory | null;
  /** Of this tenant and application in the memory. */
  readonly memoryKey: string;
  /** One line of a stranger's words without secrets. */
  readonly quote: (text: string) => string;
}

/** One request on its way: page after page, each taken once. No I/O. */
export class Reading {
  readonly request: GraphRequest;
  /** What is to be asked for: path and query. */
  path: string;
  /** In a row, of this page. */
  failures = 0;
  /** Not to be asked before, Unix epoch milliseconds. */
  readyAt = 0;
  outcome: GraphRead | null = null;
  #items: unknown[] = [];
  #byId: Map<string, Readonly<Record<string, unknown>>>;
  #pages = 0;
  #bytes = 0;
  #isDelta: boolean;
  #remembered: Remembered | null;
  #asked = new Set<string>();
  #hasRenewedToken = false;
  #hasBegunAnew = false;
  readonly #options: ReadingOptions;

  constructor(request: GraphRequest, options: ReadingOptions) {
    this.request = request;
    this.#options = options;
    this.#isDelta = request.delta === true;
    this.#remembered = this.#isDelta ? (options.memory?.recall(this.#key) ?? null) : null;
    this.path = this.#remembered?.deltaPath ?? encodedPath(request.path);
    this.#byId = new Map(this.#remembered?.items);
    this.#bytes = this.#remembered?.bytes ?? 0;
  }

  /** How many items there are so far. */
  get count(): number {
    return this.#isDelta ? this.#byId.size : this.#items.length;
  }

  /** @param bytes how large the answer was, at most. */
  take(reply: Reply, bytes: number): Next {
    const judgement = judgeReply(reply);
    switch (judgement.kind) {
      case "answered":
        this.failures = 0;
        this.#hasRenewedToken = false;
        return this.#answered(reply.body, bytes);
      case "busy":
        return { kind: "later" };
      case "unauthorised":
        if (!this.#hasRenewedToken) {
          this.#hasRenewedToken = true;
          return { kind: "token" };
        }
        // Other requests are answered: it is not the token. Some services behind Graph say 401 where others say 403.
        return this.refuse(permissionNeeded(this.request));
      case "unpermitted":
        if (this.#givesUpDelta()) return { kind: "more" };
        return this.refuse(permissionNeeded(this.request));
      case "unlicensed":
        return this.refuse(this.#licenceNeeded(reply));
      case "gone":
      case "absent":
      case "failed":
        if (this.#beginsAnew() || this.#givesUpDelta()) return { kind: "more" };
        if (judgement.kind === "absent" && this.#pages === 0) return this.#end({ kind: "absent" });
        return this.refuse(this.#failure(reply));
    }
  }

  /** Gives it up. @param needs a sentence. */
  refuse(needs: string): Next {
    return this.#end({ kind: "refused", needs });
  }

  get #key(): string {
    return `${this.#options.memoryKey} ${this.request.path}`;
  }

  #end(outcome: GraphRead): Next {
    this.outcome = outcome;
    return { kind: "done" };
  }

  /** What was remembered is of no use any more, whatever the reason: everything is read. */
  #beginsAnew(): boolean {
    if (!this.#isDelta || this.#hasBegunAnew) return false;
    // Without something remembered it is begun anew only in the middle, where pages can be gone.
    if (this.#remembered === null && this.#pages === 0) return false;
    this.#hasBegunAnew = true;
    this.#options.memory?.forget(this.#key);
    this.#remembered = null;
    this.#byId = new Map();
    this.#asked = new Set();
    this.#pages = 0;
    this.#bytes = 0;
    this.path = encodedPath(this.request.path);
    return true;
  }

  /**
   * Delta queries take more permissions than their collections by Microsoft's reference, and external tenants have none: then the
   * collection itself is read, and says what it takes.
   */
  #givesUpDelta(): boolean {
    const whole = this.request.path.replace(/\/delta(?=\?|$)/, "");
    if (!this.#isDelta || this.#pages > 0 || this.#remembered !== null) return false;
    if (whole === this.request.path) return false;
    this.#isDelta = false;
    this.path = encodedPath(whole);
    return true;
  }

  #answered(body: unknown, bytes: number): Next {
    const page = readPage(body, this.request.kind, this.#isDelta, this.#options.base);
    if (page.kind === "wrong") return this.refuse(this.#wrong(page.why));
    this.#pages++;
    if (page.changes.length > 0) this.#bytes += bytes;
    const { limits } = this.#options;
    this.#add(page);
    if (this.count > limits.items) {
      return this.refuse(this.#wrong(`has more than ${limits.items} items`));
    }
    if (page.next !== null) return this.#goOn(page.next);
    if (!this.#isDelta) return this.#end({ kind: "read", items: this.#items });
    if (page.delta === null) {
      return this.refuse(this.#wrong("ended without a link to what changes later"));
    }
    this.#options.memory?.keep(this.#key, {
      deltaPath: page.delta,
      items: this.#byId,
      bytes: this.#bytes,
    });
    return this.#end({ kind: "read", items: [...this.#byId.values()] });
  }

  #goOn(next: string): Next {
    this.#asked.add(this.path);
    if (this.#asked.has(next)) return this.refuse(this.#wrong("leads in a circle"));
    if (this.#pages >= this.#options.limits.pages) {
      return this.refuse(this.#wrong(`has more than ${this.#options.limits.pages} pages`));
    }
    this.path = next;
    return { kind: "more" };
  }

  #add(page: Page): void {
    for (const item of page.items) this.#items.push(item);
    for (const { id, item, isRemoved } of page.changes) {
      if (isRemoved) this.#byId.delete(id);
      // Of what has changed at least that is given, and perhaps nothing else.
      else this.#byId.set(id, { ...this.#byId.get(id), ...item });
    }
  }

  #wrong(what: string): string {
    return `Could not read ${this.request.name}: Microsoft Graph's answer ${what}.`;
  }

  #licenceNeeded(reply: Reply): string {
    if (this.request.licence !== null) return `Needs the licence ${this.request.licence}.`;
    const { message } = readError(reply.body);
    return `Needs a licence. Microsoft Graph says: ${this.#options.quote(message)}`;
  }

  #failure({ status, body }: Reply): string {
    const { code, message } = readError(body);
    const said = this.#options.quote([code, message].filter((text) => text !== "").join(": "));
    return `Could not read ${this.request.name}: Microsoft Graph answers ${status}${said === "" ? "" : ` (${said})`}.`;
  }
}

function permissionNeeded({ permission }: GraphRequest): string {
  return `Needs the permission ${permission}.`;
}

/** As it is sent, by itself and in a batch: without blanks and quotes. */
function encodedPath(path: string): string {
  const { pathname, search } = new URL(`https://graph.invalid${path}`);
  return `${pathname}${search}`;
}
