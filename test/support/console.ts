/** The console as its users have it: a real server, set up through the link that it prints, and pages in a real browser. */
import assert from "node:assert/strict";
import type { Cookie, Page } from "playwright-core";
import { buildConsoleIfStale } from "../../scripts/build-console.ts";
import { type PageOptions, openPage } from "#test/browser";
import { type Cleaned, endAfter, endAll } from "#test/clean-up";
import { type Installation, embedded, startInstallation } from "#test/processes";
import { until } from "#test/until";

/** Somebody who can sign in. */
export interface Person {
  name: string;
  email: string;
  password: string;
  /** Of the session in which the person is signed in. */
  cookies: readonly Pick<Cookie, "name" | "value">[];
}

type OpenOptions = Omit<PageOptions, "url" | "cookies"> & {
  /** Whose session it is; the owner's unless told, nobody's with `null`. */
  as?: Person | null;
};

export interface StartedConsole {
  installation: Installation;
  owner: Person;
  /** Of the first tenant, whose name is `default`. */
  tenantId: string;
  /** Opens a page of the console; `path` begins with `/`. It is closed after the test, which fails if it reported errors. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Closes those that are open, such as after each of several tests. @throws AggregateError when one reported errors. */
  closePages(): Promise<void>;
  /** Asks the console's API as the owner, or as somebody else; `path` begins behind `/api`. @throws Error unless it is 2xx. */
  call<Reply>(method: string, path: string, body?: unknown, as?: Person): Promise<Reply>;
}

/**
 * Starts a server with its own database, and makes the first person its owner.
 *
 * @param options.env `embedded.none` unless told: neither collector nor probe.
 */
export async function startConsole(
  t: Cleaned,
  options: { env?: Readonly<Record<string, string>> } = {},
): Promise<StartedConsole> {
  await buildConsoleIfStale();
  const installation = await startInstallation(t, options.env ?? embedded.none);
  const pages: (() => Promise<void>)[] = [];
  // Before the server: a page whose server is gone reports it.
  endAfter(t, () => endAll(pages));
  const owner = await setUp(installation);
  const call = async <Reply>(method: string, path: string, body?: unknown, as = owner) =>
    callAs<Reply>(installation, as, method, path, body);
  const { tenants } = await call<{ tenants: { id: string; name: string }[] }>("GET", "/session");
  const tenant = tenants.find(({ name }) => name === "default");
  assert.ok(tenant !== undefined, "the first person is in the first tenant");
  return {
    installation,
    owner,
    tenantId: tenant.id,
    call,
    async open(path, { as = owner, ...rest } = {}) {
      const cookies = as?.cookies ?? [];
      const { page, close } = await openPage({
        url: `${installation.url}${path}`,
        cookies,
        ...rest,
      });
      pages.push(close);
      return page;
    },
    closePages: () => endAll(pages.splice(0)),
  };
}

/** The link with which the first person is made, as the server prints it a moment after it is ready. */
export async function setUpLink(installation: Installation): Promise<URL> {
  const link = await until(
    async () => /https?:\/\/\S+\/set-up\?token=\S+/.exec(installation.printed()),
    { what: "the server prints the set-up link" },
  );
  return new URL(link[0]);
}

async function setUp(installation: Installation): Promise<Person> {
  const token = (await setUpLink(installation)).searchParams.get("token");
  const person = {
    name: "Olga Owner",
    email: "olga@example.test",
    password: "correct horse battery",
  };
  const reply = await fetch(`${installation.url}/api/set-up`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: installation.url },
    body: JSON.stringify({ token, ...person }),
  });
  assert.ok(reply.ok, `set-up answered ${reply.status}: ${await reply.clone().text()}`);
  return { ...person, cookies: cookiesOf(reply) };
}

/** The cookies that a reply sets. */
export function cookiesOf(reply: Response): Pick<Cookie, "name" | "value">[] {
  return reply.headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const equals = pair.indexOf("=");
    return { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1) };
  });
}

async function callAs<Reply>(
  { url }: Installation,
  { cookies }: Person,
  method: string,
  path: string,
  body: unknown,
): Promise<Reply> {
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      origin: url,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return JSON.parse(text) as Reply;
}
