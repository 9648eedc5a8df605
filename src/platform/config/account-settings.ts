import { readFileSync } from "node:fs";
import { Problem } from "#platform/errors";

/** A provider of identities (OpenID Connect Core 1.0), at which people may sign in. */
export interface OidcSettings {
  /** Such as `https://login.example.com/realms/main`, without a slash at its end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button is labelled with. */
  name: string;
}

/** The names of these settings. */
export const accountSettings: readonly string[] = [
  "VEDETTE_PUBLIC_URL",
  "VEDETTE_OIDC_ISSUER",
  "VEDETTE_OIDC_CLIENT_ID",
  "VEDETTE_OIDC_CLIENT_SECRET",
  "VEDETTE_OIDC_CLIENT_SECRET_FILE",
  "VEDETTE_OIDC_NAME",
];

type Env = Readonly<Record<string, string | undefined>>;

/** @throws Problem `invalid_request` when it is no http or https address, or has more than a path. */
export function readPublicUrl(env: Env): string | undefined {
  return address(env, "VEDETTE_PUBLIC_URL", "https://vedette.example.com");
}

/**
 * All of the provider's settings, or none.
 *
 * @throws Problem `invalid_request` naming what is missing or wrong.
 */
export function readOidc(env: Env): OidcSettings | undefined {
  const issuer = address(env, "VEDETTE_OIDC_ISSUER", "https://login.example.com");
  if (issuer === undefined) {
    const lonely = accountSettings.find(
      (name) => name.startsWith("VEDETTE_OIDC_") && text(env, name) !== undefined,
    );
    if (lonely === undefined) return undefined;
    throw wrong(`${lonely} is set, but VEDETTE_OIDC_ISSUER is not.`);
  }
  const clientId = text(env, "VEDETTE_OIDC_CLIENT_ID");
  if (clientId === undefined) {
    throw wrong("VEDETTE_OIDC_ISSUER is set, but VEDETTE_OIDC_CLIENT_ID is not.");
  }
  if (text(env, "VEDETTE_PUBLIC_URL") === undefined) {
    throw wrong(
      "VEDETTE_OIDC_ISSUER is set, but VEDETTE_PUBLIC_URL is not: the provider must know where people come back to.",
    );
  }
  const name = text(env, "VEDETTE_OIDC_NAME") ?? "single sign-on";
  return { issuer, clientId, clientSecret: clientSecret(env), name };
}

function clientSecret(env: Env): string {
  const given = text(env, "VEDETTE_OIDC_CLIENT_SECRET");
  const path = text(env, "VEDETTE_OIDC_CLIENT_SECRET_FILE");
  if (given !== undefined && path === undefined) return given;
  if (given !== undefined || path === undefined) {
    throw wrong(
      "VEDETTE_OIDC_ISSUER needs one of VEDETTE_OIDC_CLIENT_SECRET and VEDETTE_OIDC_CLIENT_SECRET_FILE.",
    );
  }
  let secret: string;
  try {
    secret = readFileSync(path, "utf8").trim();
  } catch (cause) {
    throw wrong(`VEDETTE_OIDC_CLIENT_SECRET_FILE=${path}: it cannot be read (${String(cause)}).`);
  }
  if (secret === "") throw wrong(`VEDETTE_OIDC_CLIENT_SECRET_FILE=${path}: it is empty.`);
  return secret;
}

function address(env: Env, name: string, example: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  const isPlain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "";
  if (!isPlain) throw wrong(`${name}=${value}: it must be an address such as ${example}.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function text(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === "" ? undefined : value;
}

function wrong(sentence: string): Problem {
  return new Problem("invalid_request", sentence);
}
