import { Problem } from "#platform/errors";

const mostTags = 50;
const form = /^[A-Za-z0-9._:-]{1,50}$/;

/** Whether a host can have it for a tag. */
export function isHostTag(text: string): boolean {
  return form.test(text);
}

/**
 * Tags by which audits choose hosts, each once, in their order.
 *
 * @throws Problem `invalid_request` that names a tag that is none.
 */
export function checkTags(tags: readonly string[]): string[] {
  const once = [...new Set(tags)];
  for (const tag of once) {
    if (isHostTag(tag)) continue;
    const what = `${JSON.stringify(tag.slice(0, 100))} is no tag`;
    throw new Problem(
      "invalid_request",
      `${what}: a tag has 1 to 50 characters, only . _ : - and letters and digits.`,
    );
  }
  if (once.length <= mostTags) return once;
  throw new Problem("invalid_request", `A host has at most ${mostTags} tags.`);
}
