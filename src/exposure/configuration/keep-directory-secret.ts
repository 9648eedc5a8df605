import { isDeepStrictEqual } from "node:util";
import type { Violation } from "#platform/declarations";
import type { ExistingDirectory } from "./wanted-directories.ts";

type Item = Readonly<Record<string, unknown>>;

const keys = { active_directory: "password", entra: "clientSecret" } as const;

/** Under which key an entry of `directories` has its secret. */
export function secretKeyOf(type: ExistingDirectory["settings"]["type"]): string {
  return keys[type];
}

/**
 * A directory's entry with the secret that it leaves out. It is not sent elsewhere than before: for a server that is not
 * one of those that it had it must be given again, and also for another probe, to which the same address may be another
 * host, and for a server that proves in another way who it is.
 *
 * @param isSameProbe whether the probe that assessed it is the one that will.
 * @returns faults: at the secret, when it would have to be kept for another place.
 */
export function keepDirectorySecret(
  { settings, secret }: ExistingDirectory,
  item: Item,
  isSameProbe: boolean,
): { item: Item; faults: Violation[] } {
  const key = secretKeyOf(settings.type);
  if (item["type"] !== settings.type || Object.hasOwn(item, key)) return { item, faults: [] };
  const why = whyElsewhere(settings, item, isSameProbe);
  const message = `must be given again: ${why}, and what is kept is not sent elsewhere`;
  return {
    item: { ...item, [key]: secret },
    faults: why === null ? [] : [{ path: [key], message }],
  };
}

function whyElsewhere(
  settings: ExistingDirectory["settings"],
  item: Item,
  isSameProbe: boolean,
): string | null {
  const known = new Set(serversOf(settings).map(placeOf));
  if (askedOf(item).some((url) => !known.has(placeOf(url)))) {
    return "it would go to another server";
  }
  if (!isSameProbe) return "another probe would send it";
  if (settings.type === "entra") return null;
  const proves = [settings.ca, settings.serverName];
  const isProved = [item["ca"] ?? null, item["serverName"] ?? null];
  return isDeepStrictEqual(proves, isProved)
    ? null
    : "the server would prove in another way who it is";
}

function serversOf(settings: ExistingDirectory["settings"]): readonly string[] {
  return settings.type === "entra" ? [settings.loginUrl, settings.graphUrl] : settings.urls;
}

/** Addresses that an entry names; what it leaves out is Microsoft's own. */
function askedOf({ url, urls, loginUrl, graphUrl }: Item): string[] {
  const named = [url, ...(Array.isArray(urls) ? urls : []), loginUrl, graphUrl];
  return named.filter((each): each is string => typeof each === "string");
}

/** Scheme, host and port; `URL.origin` tells nothing of `ldap:`. */
function placeOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : `${parsed.protocol}//${parsed.host}`.toLowerCase();
}
