import { type FindingLife, type NextLife, createLifeCycle } from "#exposure/life-cycle";

/** The life of an identity finding, which only an assessment can see. */
export const { beginLife, nextWhenSeen, nextWhenMissed } = createLifeCycle({
  assessment: "an assessment",
});

/** What of an identity finding changes over time. */
export type IdentityLife = FindingLife<"assessment">;
export type NextIdentityLife = NextLife<"assessment">;
