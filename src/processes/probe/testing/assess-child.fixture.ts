/** The process that assesses, with an engine that does what the user in its spec says. */
import { setTimeout as pause } from "node:timers/promises";
import {
  type AssessmentContext,
  type DirectoryFacts,
  DirectoryRefused,
} from "#engines/directory-types";
import { answerAssessment } from "../answer-assessment.ts";
import { resultOf, ruleOf, weaknessOf } from "./rules.ts";

const facts: DirectoryFacts = { name: "acme.test", id: "S-1-5", counts: {}, details: {} };

const deeds: Readonly<
  Record<string, (context: AssessmentContext) => Promise<Record<string, string> | void>>
> = {
  async "find 20,000"({ onResult }) {
    const found = Array.from({ length: 20_000 }, (_, n) => weaknessOf(n));
    const startedAt = performance.now();
    await onResult(resultOf(ruleOf("ad.many"), found.length), found);
    return { toldInMs: String(performance.now() - startedAt) };
  },
  async "find what cannot be told"({ onResult }) {
    const { target, ...rest } = weaknessOf(1);
    const nameless = { ...rest, target: { ...target, id: "" } };
    await onResult(resultOf(ruleOf("ad.odd"), 1), [nameless]);
  },
  async "die in the middle"({ onResult }) {
    await onResult(resultOf(ruleOf("ad.first"), 1), [weaknessOf(1)]);
    process.kill(process.pid, "SIGKILL");
    await pause(60_000);
  },
  async "take all memory"() {
    const taken: number[][] = [];
    for (;;) taken.push(Array.from({ length: 100_000 }, (_, n) => n + taken.length));
  },
  async "heed nobody"({ onProgress }) {
    tell(onProgress, "begun");
    await pause(100);
    for (;;) if (performance.now() < 0) return;
  },
  async "ask the guard"({ onProgress, refuse, signal }) {
    for (; !signal.aborted; await pause(10)) tell(onProgress, refuse("10.0.0.2") ?? "may");
    signal.throwIfAborted();
  },
  async refuse() {
    throw new DirectoryRefused("dc1.acme.test refuses the password.");
  },
  async "be defective"() {
    throw new TypeError("x is not a function");
  },
  async "throw where nobody catches"() {
    setTimeout(() => {
      throw new TypeError("thrown by a timer");
    });
    await pause(60_000);
  },
};

function tell(onProgress: AssessmentContext["onProgress"], what: string): void {
  onProgress({ phase: "judging", what, objects: 0, rulesDone: 0, rulesTotal: 1 });
}

answerAssessment(async (spec, context) => {
  const deed = spec.type === "active_directory" ? deeds[spec.user] : undefined;
  if (deed === undefined) throw new Error("no such deed");
  const more = await deed(context);
  tell(context.onProgress, "done");
  return { ...facts, details: { pid: String(process.pid), now: String(context.now()), ...more } };
});
