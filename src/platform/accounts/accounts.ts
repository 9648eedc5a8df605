import { createHmac } from "node:crypto";
import type { OidcSettings } from "#platform/config";
import { type Database, type DatabaseConnection, examine, openPool } from "#platform/db";
import { Problem } from "#platform/errors";
import type { SignedIn } from "#platform/http";
import type { Log } from "#platform/log";
import { type AccountRequest, addressOf, isOverTls, isOwnOrigin } from "./address.ts";
import {
  type Library,
  addressHeader,
  cookiePrefix,
  createLibrary,
  discoveryUrl,
  oidcProviderId,
} from "./library.ts";
import { createDeviceCookies } from "./device-cookie.ts";
import { providerAway } from "./library-reply.ts";
export type { AccountRequest } from "./address.ts";
import { userExists } from "./user.queries.ts";

/** What the library answered. */
export interface LibraryAnswer {
  status: number;
  body: unknown;
  /** `Set-Cookie`, one each. */
  cookies: readonly string[];
  /** Of a redirection. */
  location: string | null;
}

/** Where cookies that must be set go; Fastify's reply is one. */
export interface CookieTaker {
  header(name: "set-cookie", value: string): unknown;
}

/** Who people are, and their sessions. */
export interface Accounts {
  /** Whether anybody has an account. */
  isSetUp(): Promise<boolean>;
  /**
   * Whose session the request's cookie is.
   *
   * @param reply gets the cookie anew when the session was prolonged; left out: it is not.
   */
  readSession(request: AccountRequest, reply?: CookieTaker): Promise<SignedIn | null>;
  isOwnOrigin(request: AccountRequest): boolean;
  /**
   * The number of a browser at which somebody signed in before; `null`: it is not known.
   *
   * @param email in small letters; given: only if it was this account.
   */
  deviceOf(request: AccountRequest, email?: string): string | null;
  /** Lets that request's browser be known from now on as one at which this account has signed in. */
  rememberDevice(request: AccountRequest, reply: CookieTaker, email: string): void;
  /** Asks the library as that request's browser. @throws Problem when the request names no host. */
  ask(
    request: AccountRequest,
    method: "GET" | "POST",
    path: string,
    body?: object,
  ): Promise<LibraryAnswer>;
  /** Where the console is for the one who asks, without a slash at its end. @throws Problem likewise. */
  urlOf(request: AccountRequest): string;
  /** The name of the provider at which people may sign in. */
  readonly providerName: string | null;
  /** Lets what is under way end. */
  close(): Promise<void>;
}

/** Statements are short and few: people sign in seldom, and a session is read in well under a millisecond. */
const poolSize = 6;
/** Names under which one server is called at the same time, when none is set; twice with a provider. */
const maxLibraries = 32;
/** What has to do with the provider. */
const providerPaths = /^\/(sign-in\/social|callback)/;
const providerPatienceMs = 10_000;
/** These headers of a browser say who it is and where the page is from; nothing else reaches the library. */
const passedHeaders = [
  "cookie",
  "origin",
  "referer",
  "user-agent",
  "sec-fetch-site",
  "sec-fetch-mode",
  "sec-fetch-dest",
];

/**
 * Opens the accounts of an installation.
 *
 * @param options.key the installation's secret key; a secret for cookies and second factors is derived from it.
 */
export async function createAccounts(options: {
  connection: DatabaseConnection;
  database: Database;
  key: Buffer;
  publicUrl: string | undefined;
  oidc: OidcSettings | undefined;
  /** Whether there is an open invitation for that (verified) e-mail. */
  isInvited: (email: string) => Promise<boolean>;
  log: Log;
}): Promise<Accounts> {
  const { connection, database, key, publicUrl, oidc, isInvited, log } = options;
  const { role } = await examine(connection);
  const opened = openPool(connection, {
    log,
    role,
    size: poolSize,
    applicationName: "vedette accounts",
  });
  const secret = createHmac("sha256", key).update("vedette accounts").digest("base64");
  const common = { secret, pool: opened.pool, isInvited, log };

  // Passkeys, origins and ways back hang on the address, so there is one of them for each; and another for the provider,
  // whose answers nobody waits for who signs in without it.
  const libraries = new Map<string, Library>();
  async function libraryFor(request: AccountRequest, path: string): Promise<Library> {
    const address = addressOf(publicUrl, request);
    if (address === null) throw noHost();
    const provider = providerPaths.test(path) ? oidc : undefined;
    const secureCookies = isOverTls(publicUrl, request);
    const name = `${address.origin} ${secureCookies} ${provider?.issuer}`;
    let library = libraries.get(name);
    libraries.delete(name);
    if (library === undefined) {
      if (provider !== undefined) await reachProvider(provider, log);
      library = await createLibrary({ ...common, address, secureCookies, oidc: provider });
    }
    // It looks the provider up once; when that failed, it is made anew for the next one.
    if (provider !== undefined && !(await knowsProvider(library))) return library;
    libraries.set(name, library);
    for (const oldest of libraries.keys()) {
      if (libraries.size <= maxLibraries) break;
      libraries.delete(oldest);
    }
    return library;
  }
  // A session does not depend on the address, but for how its cookie is called.
  const readers = new Map<boolean, Library>();
  async function readerFor(secureCookies: boolean): Promise<Library> {
    const made = readers.get(secureCookies);
    if (made !== undefined) return made;
    const reader = await createLibrary({
      ...common,
      secureCookies,
      address: addressOf(publicUrl, { host: "localhost", protocol: "http" }) ?? {
        origin: "http://localhost",
        path: "",
      },
      oidc: undefined,
    });
    readers.set(secureCookies, reader);
    return reader;
  }

  const devices = createDeviceCookies(key);
  function deviceCookieOf(request: AccountRequest) {
    const path = addressOf(publicUrl, request)?.path ?? "";
    const secure = isOverTls(publicUrl, request);
    const { cookie } = request.headers;
    return {
      cookies: typeof cookie === "string" ? cookie : undefined,
      name: `${cookiePrefix({ path }, secure)}.device`,
      attributes: `Path=${path === "" ? "/" : path}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
    };
  }

  return {
    deviceOf(request, email) {
      const { cookies, name } = deviceCookieOf(request);
      const number = devices.read(cookies, name, email);
      return number === null ? null : `device ${number}`;
    },
    rememberDevice(request, reply, email) {
      const { cookies, name, attributes } = deviceCookieOf(request);
      reply.header("set-cookie", `${devices.write(cookies, name, email)}; ${attributes}`);
    },
    providerName: oidc?.name ?? null,
    isSetUp: () => userExists(database.system),
    isOwnOrigin: (request) => isOwnOrigin(publicUrl, request),
    urlOf(request) {
      const address = addressOf(publicUrl, request);
      if (address === null) throw noHost();
      return `${address.origin}${address.path}`;
    },
    async readSession(request, reply) {
      if (request.headers["cookie"] === undefined) return null;
      const query = { disableRefresh: reply === undefined };
      const sessions = await readerFor(isOverTls(publicUrl, request));
      const { response, headers } = await sessions.api
        .getSession({ headers: headersOf(request), query, returnHeaders: true })
        .catch(sessionLost);
      for (const cookie of headers.getSetCookie()) reply?.header("set-cookie", cookie);
      if (response === null) return null;
      const { user, session } = response;
      return { userId: user.id, name: user.name, email: user.email, sessionId: session.id };
    },
    async ask(request, method, path, body) {
      const library = await libraryFor(request, path);
      const headers = headersOf(request);
      // The library knows one address. Who came to this server by another, and from a page of ours there, is no stranger.
      const url = new URL(`${library.options.baseURL}${path}`);
      const origin = headers.get("origin");
      if (
        origin !== null &&
        isOwnOrigin(publicUrl, request) &&
        URL.parse(origin)?.host !== url.host
      ) {
        headers.set("origin", url.origin);
      }
      if (body !== undefined) headers.set("content-type", "application/json");
      const answer = await library.handler(
        new Request(url, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await answer.text();
      const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
      return {
        status: answer.status,
        body: isJson && text !== "" ? JSON.parse(text) : null,
        cookies: answer.headers.getSetCookie(),
        location: answer.headers.get("location"),
      };
    },
    close: () => opened.close(),
  };
}

function headersOf(request: AccountRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.ip });
  for (const name of passedHeaders) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}

/** The library waits for the provider for ever; we do not. @throws Problem `not_found` when it does not answer. */
async function reachProvider({ issuer }: OidcSettings, log: Log): Promise<void> {
  try {
    const signal = AbortSignal.timeout(providerPatienceMs);
    const reply = await fetch(discoveryUrl(issuer), { signal });
    if (!reply.ok) throw new Error(`it answered ${reply.status}`);
    await reply.arrayBuffer();
  } catch (cause) {
    log.warn({ err: cause, issuer }, "the sign-in provider cannot be reached");
    throw new Problem("not_found", providerAway, { cause });
  }
}

/** A session that was ended at the same moment is none; else nobody can be told who that is, now. */
async function sessionLost(error: unknown): Promise<{ response: null; headers: Headers }> {
  const { APIError } = await import("better-auth/api");
  if (error instanceof APIError && error.status === "UNAUTHORIZED") {
    return { response: null, headers: new Headers() };
  }
  throw new Problem("unavailable", "Sessions cannot be read.", { cause: error });
}

async function knowsProvider(library: Library): Promise<boolean> {
  const { socialProviders } = await library.$context;
  return socialProviders.some(({ id }) => id === oidcProviderId);
}

function noHost(): Problem {
  return new Problem("invalid_request", "The header Host names no host.");
}
