import type { AuditContext, AuditEngine, AuditOrder, AuditOutcome } from "#engines/openscap";

const contentHash = "c".repeat(64);

/** What an audit comes to here: one rule that failed, and what it says. */
export const someOutcome: AuditOutcome = {
  report: {
    startedAt: 1,
    finishedAt: 2,
    engine: "OpenSCAP 1.3.7",
    privileged: true,
    contentSha256: contentHash,
    benchmark: { id: "xccdf_org.ssgproject.content_benchmark", version: "1", title: "Guide" },
    profile: { id: "cis", title: "CIS" },
    scores: [{ system: "urn:xccdf:scoring:default", value: 0, maximum: 100 }],
    rules: [{ id: "rule_1", result: "fail" }],
  },
  content: {
    sha256: contentHash,
    benchmark: { id: "xccdf_org.ssgproject.content_benchmark", version: "1", title: "Guide" },
    rules: [{ id: "rule_1", title: "Rule 1", severity: "high", identifiers: [], references: [] }],
  },
  arf: null,
};

/** An engine whose audits end as the test says, one after another as they begin. */
export function scriptedEngine() {
  const begun: {
    order: AuditOrder;
    context: AuditContext;
    end: (outcome?: AuditOutcome) => void;
    fail: (error: Error) => void;
  }[] = [];
  const state = { version: "1.3.7" as string | null, content: "/x.xml" as string | null };
  let cleanUps = 0;
  const engine: AuditEngine = {
    version: async () => state.version,
    findContent: async () => state.content,
    cleanUp: async () => void cleanUps++,
    audit(order, context) {
      const { promise, resolve, reject } = Promise.withResolvers<AuditOutcome>();
      const end = (outcome = someOutcome) => resolve(outcome);
      context.signal.addEventListener("abort", () => reject(new Error("It was ended.")));
      begun.push({ order, context, end, fail: reject });
      return promise;
    },
  };
  return Object.assign(state, { begun, engine, cleanUps: () => cleanUps });
}
