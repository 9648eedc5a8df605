import type { DirectorySpec } from "#engines/directory-types";

/**
 * A text for people or a log, cleared of a directory's secret: whatever a library quotes in an error, also as a form or as
 * JSON writes it.
 */
export function withoutSecrets(text: string, spec: DirectorySpec): string {
  const secret = secretOf(spec);
  const asJson = JSON.stringify(secret).slice(1, -1);
  const asForm = new URLSearchParams([["", secret]]).toString().slice(1);
  return [...new Set([secret, asJson, asForm, encodeURIComponent(secret.toWellFormed())])]
    .toSorted((a, b) => b.length - a.length)
    .reduce((cleared, form) => cleared.replaceAll(form, () => "[secret]"), text);
}

/**
 * A sentence of an engine's own, which has cleared what it quotes of others by itself. A secret that may be a word of such a
 * sentence stays in it: cut out of what everybody knows, it would be told by the gap.
 */
export function sentenceWithoutSecrets(sentence: string, spec: DirectorySpec): string {
  return everyday.test(secretOf(spec)) ? sentence : withoutSecrets(sentence, spec);
}

/** A few characters, or a word. */
const everyday = /^(.{1,5}|[A-Za-z]{1,12})$/s;

function secretOf(spec: DirectorySpec): string {
  return spec.type === "active_directory" ? spec.password : spec.clientSecret;
}
