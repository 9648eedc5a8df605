/** An id that agents take (`wire/agent.v1.ts`): it becomes an argument of `oscap`. */
const profilePattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const longestProfile = 300;

/** Whether an agent would take it for the id of a profile, or the end of one. */
export function isProfileId(profile: string): boolean {
  return profile.length <= longestProfile && profilePattern.test(profile);
}
