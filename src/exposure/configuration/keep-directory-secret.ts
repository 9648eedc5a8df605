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
 * one of those that it had, it must be given again.
 *
 * @returns faults: at the secret, when it would have to be kept for another server.
 */
export function keepDirectorySecret(
  { settings, secret }: ExistingDirectory,
  item: Item,
): { item: Item; faults: Violation[] } {
  const key = secretKeyOf(settings.type);
  if (item["type"] !== settings.type || Object.hasOwn(item, key)) return { item, faults: [] };
  const known = new Set(serversOf(settings).map(placeOf));
  const isElsewhere = askedOf(item).some((url) => !known.has(placeOf(url)));
  const message =
    "must be given again: it would go to another server, and what is kept is not sent elsewhere";
  return {
    item: { ...item, [key]: secret },
    faults: isElsewhere ? [{ path: [key], message }] : [],
  };
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
