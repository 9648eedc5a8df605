import type { DirectorySpec } from "#engines/directory-types";

/**
 * A text for people or a log, cleared of a directory's secret: whatever a library quotes in an error, also as a form or as
 * JSON writes it.
 */
export function withoutSecrets(text: string, spec: DirectorySpec): string {
  const secret = spec.type === "active_directory" ? spec.password : spec.clientSecret;
  const asJson = JSON.stringify(secret).slice(1, -1);
  const asForm = new URLSearchParams([["", secret]]).toString().slice(1);
  return [...new Set([secret, asJson, asForm, encodeURIComponent(secret.toWellFormed())])]
    .toSorted((a, b) => b.length - a.length)
    .reduce((cleared, form) => cleared.replaceAll(form, () => "[secret]"), text);
}
