import { DirectoryRefused, type EntraSpec } from "#engines/directory-types";
import type { HttpCall, HttpReply } from "./http-call.ts";
import { parseJson } from "./parse-json.ts";
import { isRecord } from "./record.ts";
import { retryAfterMs } from "./retry-delay.ts";
import { explainTokenRefusal } from "./token-refusal.ts";

/** A token is a few thousand bytes. */
const maxReplyBytes = 262_144;
/** RFC 6750 section 2.1: what may stand behind `Bearer`. */
const tokenSyntax = /^[A-Za-z0-9._~+/-]{1,100000}=*$/;
/** Renewed so long before it ends, or, of a token that lives shortly, after half of its life. */
const marginMs = 300_000;

/** The token that Graph is asked with. */
export interface AccessTokens {
  /** One that has not ended. @throws DirectoryRefused */
  current(): Promise<string>;
  /** One in place of a token that was not accepted, unless there is a newer one already. @throws DirectoryRefused */
  renewed(refused: string): Promise<string>;
}

export interface AccessTokenOptions {
  readonly login: URL;
  readonly graph: URL;
  /** Makes the call, again as long as it makes sense. */
  readonly call: (call: HttpCall) => Promise<HttpReply>;
  /** Waits before another attempt. @throws DirectoryRefused when there were enough. */
  readonly pause: (failures: number, askedMs: number | null, of: string) => Promise<void>;
  /** Unix epoch milliseconds. */
  readonly now: () => number;
  /** Told of each token: it must not stand in any sentence. */
  readonly onSecret: (token: string) => void;
  /** One line of a stranger's words without secrets. */
  readonly quote: (text: string) => string;
}

/** Gets tokens with client credentials (RFC 6749 section 4.4). */
export function createAccessTokens(
  { tenantId, clientId, clientSecret }: EntraSpec,
  { login, graph, call, pause, now, onSecret, quote }: AccessTokenOptions,
): AccessTokens {
  const url = new URL(`/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, login);
  const form = new URLSearchParams({
    client_id: clientId,
    scope: `${graph.origin}/.default`,
    client_secret: clientSecret,
    grant_type: "client_credentials",
  });
  const question: HttpCall = {
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    maxReplyBytes,
  };
  let token: { text: string; renewAt: number } | null = null;
  let coming: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const askedAt = now();
    const reply = await ask();
    const body = parseJson(reply.text);
    if (body === undefined) throw new DirectoryRefused(noJson(login, reply, quote));
    if (reply.status !== 200) {
      const asker = { tenantId, clientId, loginHost: login.host };
      throw new DirectoryRefused(explainTokenRefusal(body, asker, quote));
    }
    const text = isRecord(body) ? body["access_token"] : undefined;
    const lifeSec = isRecord(body) ? Number(body["expires_in"]) : Number.NaN;
    if (typeof text !== "string" || !tokenSyntax.test(text) || !(lifeSec > 0)) {
      throw new DirectoryRefused(`${login.host} answers, but not with a token.`);
    }
    onSecret(text);
    const lifeMs = lifeSec * 1000;
    token = { text, renewAt: askedAt + Math.max(lifeMs - marginMs, lifeMs / 2) };
    return text;
  }

  async function ask(): Promise<HttpReply> {
    for (let failures = 1; ; failures++) {
      const reply = await call(question);
      if (reply.status !== 429 && reply.status < 500) return reply;
      const sentAt = Date.parse(reply.headers["date"] ?? "") || now();
      await pause(failures, retryAfterMs(reply.headers["retry-after"], sentAt), login.host);
    }
  }

  function fetchOnce(): Promise<string> {
    coming ??= fetchToken().finally(() => {
      coming = null;
    });
    return coming;
  }

  return {
    async current() {
      return token !== null && now() < token.renewAt ? token.text : await fetchOnce();
    },
    async renewed(refused) {
      return token !== null && token.text !== refused ? token.text : await fetchOnce();
    },
  };
}

/** That what answers is not what it should be, a sentence. */
export function noJson(base: URL, reply: HttpReply, quote: (text: string) => string): string {
  if (reply.status >= 300 && reply.status < 400) {
    return `${base.host} sends us elsewhere (${reply.status}), where we do not go. Check its address.`;
  }
  const type = reply.headers["content-type"] ?? "something";
  return `${base.host} answers ${reply.status} with ${quote(type)} in place of JSON; there may be a proxy or a portal in between.`;
}
