/** The console's API with real accounts over real HTTP, as browsers have it. */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { type Accounts, createAccounts, createAttempts } from "#platform/accounts";
import type { OidcSettings } from "#platform/config";
import { createSealedBox } from "#platform/crypto";
import { buildApp, consoleService } from "#platform/http";
import { createLiveHub } from "#platform/live";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { isInvited } from "#platform/people";
import { createMemoryLimiter } from "#platform/rate-limit";
import { createConsoleApi } from "#processes/console-api";
import { restingFeedSync } from "#test/console-app";
import { type TestDatabase, createTestDatabase } from "#test/database";

export interface AccountsApp extends TestDatabase {
  /** Where it listens, as `http://localhost:PORT`. */
  url: string;
  accounts: Accounts;
}

/** Listens on a port of its own, with a database of its own, until the file's last test. */
export async function startAccountsApp(
  options: {
    /** Of its own choice unless told. */
    port?: number;
    publicUrl?: string;
    oidc?: OidcSettings;
    now?: () => number;
    /** Attempts in 60 s of one address, of one account from there, and of one account by strangers. Default: so many that no test meets it by chance. */
    limits?: { perAddress: number; perAccount: number; ofStrangers: number; now: () => number };
    trustedProxies?: readonly string[];
  } = {},
): Promise<AccountsApp> {
  const {
    now = Date.now,
    limits = { perAddress: 1e9, perAccount: 1e9, ofStrangers: 1e9, now: Date.now },
  } = options;
  const log = createLog("silent", "test");
  const endings: (() => Promise<void>)[] = [];
  // Before the database asks for it: what it serves is closed before it is.
  after(async () => {
    for (const end of endings.toReversed()) await end();
  });
  const made = await createTestDatabase();
  const { database, connection } = made;
  const accounts = await createAccounts({
    connection,
    database,
    key: randomBytes(32),
    publicUrl: options.publicUrl,
    oidc: options.oidc,
    isInvited: (email) => isInvited(database.system, email, now()),
    log,
  });
  endings.push(() => accounts.close());
  const live = await createLiveHub(database, { keepAliveMs: 50 });
  endings.push(() => live.close());
  const limiter = (limit: number) => createMemoryLimiter({ limit, now: limits.now, maxKeys: 1000 });
  const attempts = createAttempts({
    perAddress: limiter(limits.perAddress),
    perAccount: limiter(limits.perAccount),
    ofStrangers: limiter(limits.ofStrangers),
  });
  const { readSession, isOwnOrigin } = accounts;
  const app = await buildApp({
    log,
    registry: createRegistry(),
    trustedProxies: options.trustedProxies ?? [],
    plugins: [
      consoleService(
        createConsoleApi({
          accounts,
          attempts,
          database,
          now,
          live,
          box: createSealedBox(randomBytes(32)),
          sensorRules: { minIntervalSec: 1 },
          feedSync: restingFeedSync,
        }),
        {
          database,
          now,
          readSession,
          isOwnOrigin,
        },
      ),
    ],
  });
  await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  endings.push(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { ...made, url: `http://127.0.0.1:${port}`, accounts };
}

/** A reply, whose body a test looks into as it likes. */
export interface TestReply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Headers;
}

/** What a browser keeps: cookies, and where its pages are from. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  /** `Set-Cookie` of the last reply, whole. */
  setCookies: string[] = [];
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Sends a request as a page of the console does; `path` begins behind `/api`. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestReply> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const reply = await this.sendText(method, path, text, headers);
    return { ...reply, body: parsed(reply.body) };
  }

  /** The same with a body that is JSON, or nearly; that of the reply is as it came. */
  async sendText(
    method: string,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; body: string; headers: Headers }> {
    const reply = await fetch(`${this.#url}/api${path}`, {
      method,
      redirect: "manual",
      headers: {
        origin: this.#url,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...this.#headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    this.setCookies = reply.headers.getSetCookie();
    for (const line of this.setCookies) {
      const [pair = ""] = line.split(";");
      const equals = pair.indexOf("=");
      const name = pair.slice(0, equals);
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(equals + 1));
    }
    return { status: reply.status, body: await reply.text(), headers: reply.headers };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
