import { DirectoryRefused, type EntraSpec } from "#engines/directory-types";
import { type AccessTokens, createAccessTokens, noJson } from "./access-token.ts";
import { parseBaseUrl } from "./base-url.ts";
import { CallFailed } from "./call-failed.ts";
import { type HttpCall, type HttpReply, createHttpCaller } from "./http-call.ts";
import type { GraphLimits } from "./limits.ts";
import { parseJson } from "./parse-json.ts";
import type { Patience } from "./patience.ts";
import { type Quoter, createQuoter } from "./quote.ts";
import { readError } from "./reply-error.ts";

/** Of enumerations that have grown since, the true value in place of `unknownFutureValue`. */
export const prefer = "include-unknown-enum-members";

export interface GraphCallsOptions {
  readonly signal: AbortSignal;
  /** Asked of every address before it is connected to: why it must not be, a sentence, or `null`. */
  readonly refuse: (address: string) => string | null;
  /** Unix epoch milliseconds. */
  readonly now: () => number;
  readonly limits: GraphLimits;
  readonly patience: Patience;
}

/** An answer, and with which token it was asked for. */
export interface GraphAnswered {
  readonly reply: HttpReply;
  readonly token: string;
}

/** Calls Graph as an application of a tenant: with a token, as often as it takes, and within the limits. */
export class GraphCalls {
  /** Where Graph is. */
  readonly graph: URL;
  readonly tokens: AccessTokens;
  readonly #options: GraphCallsOptions;
  readonly #quoter: Quoter = createQuoter();
  readonly #http: (call: HttpCall) => Promise<HttpReply>;
  #bytes = 0;

  /** @throws DirectoryRefused when an address of the spec cannot be used. */
  constructor(spec: EntraSpec, options: GraphCallsOptions) {
    this.#options = options;
    this.graph = parseBaseUrl("graphUrl", spec.graphUrl);
    const login = parseBaseUrl("loginUrl", spec.loginUrl);
    const { signal, refuse, limits, patience, now } = options;
    this.#quoter.hide(spec.clientSecret);
    const { callMs, lanes } = limits;
    this.#http = createHttpCaller({ signal, refuse, callMs, connections: lanes });
    this.tokens = createAccessTokens(spec, {
      login,
      graph: this.graph,
      call: (call) => this.#insist(call),
      pause: (failures, askedMs, host) => patience.pause(failures, askedMs, `${host} is busy`),
      now,
      onSecret: (token) => this.#quoter.hide(token),
      quote: this.quote,
    });
  }

  /** One line of a stranger's words, without secret and tokens. */
  get quote(): (text: string) => string {
    return this.#quoter.quote;
  }

  /**
   * Calls, and again with another token when the first is not accepted.
   *
   * @throws DirectoryRefused, ReplyTooLarge, the signal's reason.
   */
  async send(method: "GET" | "POST", path: string, body: string | null): Promise<GraphAnswered> {
    // Put together as text: `new URL(path, base)` would take `//host/` for another place.
    const url = new URL(`${this.graph.origin}${path}`);
    const maxReplyBytes = this.#options.limits.replyBytes;
    const attempt = async (token: string) => {
      const headers: Record<string, string> = { authorization: `Bearer ${token}`, prefer };
      if (body !== null) headers["content-type"] = "application/json";
      return await this.#insist({ method, url, headers, body, maxReplyBytes });
    };
    const first = await this.tokens.current();
    const reply = await attempt(first);
    if (reply.status !== 401) return { reply, token: first };
    const second = await this.tokens.renewed(first);
    const again = await attempt(second);
    const answer = parseJson(again.text);
    const { code } = readError(answer);
    // With another code it is this one thing that is not given.
    if (again.status === 401 && (code === "" || code === "InvalidAuthenticationToken")) {
      const said = this.said(again, answer);
      throw new DirectoryRefused(`Microsoft Graph does not accept the token: ${said}.`);
    }
    return { reply: again, token: second };
  }

  /** Calls until there is an answer, whatever it says. @throws DirectoryRefused, ReplyTooLarge */
  async #insist(call: HttpCall): Promise<HttpReply> {
    const { limits, patience } = this.#options;
    for (let failures = 1; ; failures++) {
      if (patience.isTooLong(0)) {
        const minutes = limits.totalMs / 60_000;
        throw new DirectoryRefused(`Microsoft Graph could not be read within ${minutes} minutes.`);
      }
      try {
        const reply = await this.#http(call);
        this.#bytes += reply.text.length;
        if (this.#bytes > limits.totalBytes) {
          const mebibytes = limits.totalBytes / 1024 ** 2;
          throw new DirectoryRefused(`Microsoft Graph's answers exceed ${mebibytes} MiB.`);
        }
        return reply;
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        const why = `${call.url.host} ${error.message}`;
        if (!error.mayPass) throw new DirectoryRefused(`${why}.`, { cause: error });
        await patience.pause(failures, null, why);
      }
    }
  }

  /** That what answers is not Graph. */
  notGraph(reply: HttpReply): DirectoryRefused {
    return new DirectoryRefused(noJson(this.graph, reply, this.quote));
  }

  /** The status, and behind it what the error says. */
  said({ status }: HttpReply, body: unknown): string {
    const { code, message } = readError(body);
    const words = [code, message].filter((text) => text !== "").join(": ");
    return words === "" ? String(status) : `${status} (${this.quote(words)})`;
  }
}
