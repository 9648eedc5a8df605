import { type FindingLife as Life, createLifeCycle } from "#exposure/life-cycle";

/** The life of a finding of a host. Who can see one: a probe's scan, an agent on the host, another product's report. */
export const { detectors, beginLife, nextWhenSeen, nextWhenMissed, couldSee } = createLifeCycle({
  scan: "a scan",
  agent: "the agent",
  import: "an imported report",
});
export type Detector = (typeof detectors)[number];

/** What of a finding of a host changes over time. */
export type FindingLife = Life<Detector>;
