import type { ExistingDirectory } from "./wanted-directories.ts";

const keys = { active_directory: "password", entra: "clientSecret" } as const;

/** Under which key an entry of `directories` has its secret. */
export function secretKeyOf(type: ExistingDirectory["settings"]["type"]): string {
  return keys[type];
}

/** A directory's entry with the secret that it leaves out. */
export function keepDirectorySecret(
  { settings, secret }: ExistingDirectory,
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const key = secretKeyOf(settings.type);
  if (item["type"] !== settings.type || Object.hasOwn(item, key)) return item;
  return { ...item, [key]: secret };
}
