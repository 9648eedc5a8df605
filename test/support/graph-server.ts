import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Cleaned } from "#test/clean-up";
import { GraphCollections, type GraphData } from "#test/graph-collections";
import { type GraphAnswer, denials, errors } from "#test/graph-errors";
import {
  type GraphLicence,
  type GraphPath,
  graphLicences,
  graphPaths,
  signInActivity,
} from "#test/graph-permissions";
import { makeToken, refuseToken } from "#test/graph-token-service";

/** A tenant of Entra, and the application that reads it. */
export interface GraphTenant {
  readonly id: string;
  /** Verified domains, by which it can be named as well. */
  readonly domains?: readonly string[];
  readonly application: {
    readonly id: string;
    readonly secret: string;
    /** Other things that can be wrong with it. */
    readonly state?: "secret_expired" | "disabled";
  };
  /** Application permissions that an administrator consented to. */
  readonly permissions: readonly string[];
  /** Absent: all. */
  readonly licences?: readonly GraphLicence[];
  readonly data: GraphData;
}

/** What was asked of Graph, by itself or in a batch; the calls for tokens and batches are among them. */
export interface GraphCall {
  readonly method: string;
  /** Path and query as they came, with the version. */
  readonly url: string;
  readonly status: number;
  /** The number of the batch that it was in; `null`: it came by itself. */
  readonly batch: number | null;
}

/** In place of an answer of its own. */
export type GraphFault = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on loopback that speaks as Microsoft's login and Graph do: both have the same address. */
export interface GraphServer {
  /** `http://127.0.0.1:PORT`, for `graphUrl` and `loginUrl`. */
  readonly url: string;
  readonly calls: GraphCall[];
  /** Every token that was given. */
  readonly tokens: readonly string[];
  /** Objects that change, pages, deltas. */
  readonly collections: GraphCollections;
  /** How many connections there were. */
  readonly connections: number;
  /** How long a token lives, in seconds. */
  tokenLifetimeSec: number;
  /** Each answer takes so long. */
  delayMs: number;
  /** The next so many requests for a path, by itself or in a batch, are answered 429. @param path without version and query. */
  throttle(path: string, times: number, retryAfter: string | null): void;
  /** Likewise with another answer. */
  answer(path: string, times: number, answer: GraphAnswer): void;
  /** The next so many calls of a path, `/v1.0/$batch` and that of the token too, are answered by the test itself. */
  breakDown(path: string, times: number, fault: GraphFault): void;
  /** Takes a permission away: what it is the least for cannot be read any more, even where a more powerful one would do. */
  deny(permission: string): void;
  grant(permission: string): void;
  /** The tenant has not bought it. Without P1 there is no P2. */
  unlicensed(licence: GraphLicence): void;
  /** The tenant has bought it. */
  buy(licence: GraphLicence): void;
  /** No token that was given so far is accepted any more. */
  expireTokens(): void;
  /** Which requests there were for a path without version and query. */
  callsOf(path: string): GraphCall[];
}

/** Starts the server of one tenant; the end of the test ends it. */
export async function startGraphServer(t: Cleaned, tenant: GraphTenant): Promise<GraphServer> {
  const server = new Server(tenant);
  t.after(() => server.close());
  await server.listen();
  return server;
}

/** Requests in one batch. */
const mostInBatch = 20;

class Server implements GraphServer {
  readonly calls: GraphCall[] = [];
  readonly tokens: string[] = [];
  readonly collections: GraphCollections;
  connections = 0;
  tokenLifetimeSec = 3599;
  delayMs = 0;
  readonly #tenant: GraphTenant;
  readonly #granted: Set<string>;
  readonly #denied = new Set<string>();
  readonly #licences: Set<string>;
  readonly #answers = new Map<string, GraphAnswer[]>();
  readonly #faults = new Map<string, GraphFault[]>();
  /** How many of the tokens are no longer accepted. */
  #expired = 0;
  #batches = 0;
  readonly #http = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      // A mistake of a test shows at the client, which does not know such a status.
      response.writeHead(599).end(String(error));
    });
  });

  constructor(tenant: GraphTenant) {
    this.#tenant = tenant;
    this.collections = new GraphCollections(tenant.data);
    this.#granted = new Set(tenant.permissions);
    this.#licences = new Set(tenant.licences ?? graphLicences);
  }

  get url(): string {
    const address = this.#http.address();
    if (address === null || typeof address === "string") throw new Error("it does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  async listen(): Promise<void> {
    this.#http.on("connection", () => this.connections++);
    this.#http.listen(0, "127.0.0.1");
    await once(this.#http, "listening");
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, "close");
  }

  throttle(path: string, times: number, retryAfter: string | null): void {
    this.answer(path, times, errors.throttled(retryAfter));
  }

  answer(path: string, times: number, answer: GraphAnswer): void {
    add(this.#answers, path, times, answer);
  }

  breakDown(path: string, times: number, fault: GraphFault): void {
    add(this.#faults, path, times, fault);
  }

  deny(permission: string): void {
    this.#denied.add(permission);
  }

  grant(permission: string): void {
    this.#granted.add(permission);
    this.#denied.delete(permission);
  }

  unlicensed(licence: GraphLicence): void {
    this.#licences.delete(licence);
    if (licence === "Microsoft Entra ID P1") this.#licences.delete("Microsoft Entra ID P2");
  }

  buy(licence: GraphLicence): void {
    this.#licences.add(licence);
    if (licence === "Microsoft Entra ID P2") this.#licences.add("Microsoft Entra ID P1");
  }

  expireTokens(): void {
    this.#expired = this.tokens.length;
  }

  callsOf(path: string): GraphCall[] {
    return this.calls.filter(({ url }) => pathOf(url) === path);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "";
    const body = await textOf(request);
    if (this.delayMs > 0) await pause(this.delayMs);
    const fault = this.#faults.get(partsOf(url).pathname)?.shift();
    if (fault !== undefined) {
      this.calls.push({ method: request.method ?? "", url, status: 0, batch: null });
      fault(request, response);
      return;
    }
    const answer = this.#route(request, url, body);
    this.calls.push({ method: request.method ?? "", url, status: answer.status, batch: null });
    const zipped = gzipSync(JSON.stringify(answer.body));
    response.writeHead(answer.status, {
      "content-type": "application/json;odata.metadata=minimal;charset=utf-8",
      "content-encoding": "gzip",
      ...answer.headers,
    });
    response.end(zipped);
  }

  #route(request: IncomingMessage, url: string, body: string): GraphAnswer {
    const { pathname } = partsOf(url);
    const [, named] = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(pathname) ?? [];
    if (named !== undefined)
      return this.#token(decodeURIComponent(named), new URLSearchParams(body));
    const refused = this.#tokenRefused(request.headers.authorization);
    if (refused !== null) return refused;
    const [, version] = /^\/(v1\.0|beta)\/\$batch$/.exec(pathname) ?? [];
    if (version !== undefined) return this.#batch(version, body);
    if (request.method !== "GET") return errors.badMethod();
    return this.#read(url);
  }

  #token(named: string, form: URLSearchParams): GraphAnswer {
    const thrown = this.#answers.get("/token")?.shift();
    if (thrown !== undefined) return thrown;
    const refused = refuseToken(this.#tenant, named, form, `${this.url}/.default`);
    if (refused !== null) return refused;
    const token = makeToken();
    this.tokens.push(token);
    const lifetime = this.tokenLifetimeSec;
    return {
      status: 200,
      headers: { "cache-control": "no-store, no-cache", pragma: "no-cache" },
      body: {
        token_type: "Bearer",
        expires_in: lifetime,
        ext_expires_in: lifetime,
        access_token: token,
      },
    };
  }

  #tokenRefused(authorization: string | undefined): GraphAnswer | null {
    if (authorization === undefined) return errors.noToken();
    const at = this.tokens.indexOf(authorization.replace(/^Bearer /, ""));
    if (at < 0) return errors.wrongToken();
    return at < this.#expired ? errors.oldToken() : null;
  }

  #batch(version: string, body: string): GraphAnswer {
    const thrown = this.#answers.get("/$batch")?.shift();
    if (thrown !== undefined) return thrown;
    const parsed: { requests?: { id: string; method: string; url: string }[] } = JSON.parse(body);
    const { requests } = parsed;
    if (requests === undefined || requests.length === 0) {
      return errors.badBatch("The batch request has no requests.");
    }
    if (requests.length > mostInBatch) {
      return errors.badBatch(
        `Number of batch request steps exceeds the maximum value of ${mostInBatch}.`,
      );
    }
    if (new Set(requests.map(({ id }) => id.toLowerCase())).size !== requests.length) {
      return errors.badBatch("Request Id is repeated in the batch.");
    }
    const batch = ++this.#batches;
    const responses = requests.map(({ id, method, url }) => {
      const whole = `/${version}${url.startsWith("/") ? "" : "/"}${url}`;
      const answer = method === "GET" ? this.#read(whole) : errors.badMethod();
      this.calls.push({ method, url: whole, status: answer.status, batch });
      const headers = {
        "Cache-Control": "no-cache",
        "Content-Type": "application/json;odata.metadata=minimal;charset=utf-8",
        ...answer.headers,
      };
      return { id, status: answer.status, headers, body: answer.body };
    });
    // In an order of their own, as Graph's are.
    return { status: 200, headers: {}, body: { responses: responses.toReversed() } };
  }

  #read(url: string): GraphAnswer {
    const { searchParams } = partsOf(url);
    const path = pathOf(url);
    const thrown = this.#answers.get(path)?.shift();
    if (thrown !== undefined) return thrown;
    const known = graphPaths.find(({ pattern }) => pattern.test(path));
    if (known === undefined) return errors.noSegment(path.split("/")[1] ?? "");
    const refused = this.#refused(known, searchParams);
    const version = url.split("/")[1] ?? "";
    return (
      refused ?? this.collections.answer(path, searchParams, known.kind, `${this.url}/${version}`)
    );
  }

  #refused(
    { permissions, licence, denial }: GraphPath,
    params: URLSearchParams,
  ): GraphAnswer | null {
    const [least = ""] = permissions;
    const usable = permissions.filter((one) => this.#granted.has(one) && !this.#denied.has(one));
    if (this.#denied.has(least) || usable.length === 0) return denials[denial](permissions);
    if (licence !== null && !this.#licences.has(licence)) return errors.unlicensedRoles();
    if ((params.get("$select") ?? "").split(",").includes("signInActivity")) {
      const { permission } = signInActivity;
      if (!this.#granted.has(permission) || this.#denied.has(permission)) {
        return errors.noSignIns(permission);
      }
      if (!this.#licences.has(signInActivity.licence)) return errors.unlicensedSignIns();
    }
    return null;
  }
}

/** What is asked for is a path, also one that begins with two slashes. */
function partsOf(url: string): URL {
  return new URL(`http://localhost${url}`);
}

/** Without version and query. */
function pathOf(url: string): string {
  const { pathname } = partsOf(url);
  return decodeURIComponent(pathname.replace(/^\/(v1\.0|beta)(?=\/)/, ""));
}

function add<T>(lists: Map<string, T[]>, path: string, times: number, value: T): void {
  const list = lists.get(path) ?? [];
  for (let i = 0; i < times; i++) list.push(value);
  lists.set(path, list);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
