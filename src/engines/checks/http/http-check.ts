import { isIP } from "node:net";
import { type CheckOutcome, emptyOutcome, type Phases } from "#engines/check-types";
import { type Asked, failed, failureOutcome } from "../failure.ts";
import type { NameCache } from "../names/index.ts";
import { judgeBody } from "./body-rules.ts";
import { readBodyText } from "./body-text.ts";
import { type Exchange, exchange, type Stoppable } from "./exchange.ts";
import type { HttpPlan } from "./http-plan.ts";
import { isRedirect, nextRequest, RedirectTrail } from "./redirect.ts";
import { type Hop, planHop } from "./request.ts";
import type { ResponseHead } from "./response-head.ts";
import { matchStatus } from "./status-ranges.ts";

/** What a check needs besides its plan. */
interface Means {
  names: NameCache;
  underWay: Set<Stoppable>;
  timeoutMs: number;
  /** The one deadline of all its requests, of `performance.now()`. */
  endAt: number;
}

/**
 * One check: a request, those that redirects lead to, and the judgement of the last answer. Facts are those of the last
 * request, but for `certDaysLeft`: the fewest of all that were asked by https.
 */
export async function checkHttp(
  plan: HttpPlan,
  names: NameCache,
  underWay: Set<Stoppable>,
  timeoutMs: number,
): Promise<CheckOutcome> {
  const means: Means = { names, underWay, timeoutMs, endAt: performance.now() + timeoutMs };
  const answer = await ask(plan, plan.first, means);
  return answer.head !== null && follows(plan, answer.head)
    ? followRedirects(plan, means, answer)
    : judge(plan, plan.first, answer);
}

async function followRedirects(
  plan: HttpPlan,
  means: Means,
  first: Exchange,
): Promise<CheckOutcome> {
  const trail = new RedirectTrail(plan.first.request);
  let hop = plan.first;
  let answer = first;
  while (answer.head !== null && follows(plan, answer.head)) {
    const { head, facts, endsSoon } = answer;
    const next = nextRequest(hop.request, head.status, head.headers.get("location"));
    if (typeof next === "string") return failed("redirect", `${hop.shown} ${next}`, facts);
    if (next === null) break;
    if (!trail.follow(next)) {
      return failed("redirect", `redirects in a circle: ${trail.way}`, facts);
    }
    if (trail.count > plan.maxRedirects) {
      return failed("redirect", `more than ${plan.maxRedirects} redirects: ${trail.way}`, facts);
    }
    hop = planHop(next);
    answer = await ask(plan, hop, means);
    answer.facts.certDaysLeft = fewest(facts.certDaysLeft, answer.facts.certDaysLeft);
    answer.endsSoon ??= endsSoon;
  }
  const outcome = await judge(plan, hop, answer);
  const { certDaysLeft = null } = answer.facts;
  if (outcome.ok) return { ...outcome, certDaysLeft };
  const causeCode = outcome.causeCode === "target_refused" ? "redirect" : outcome.causeCode;
  const cause = `${outcome.cause}; redirected: ${trail.way}`.slice(0, 500);
  return { ...outcome, certDaysLeft, causeCode, cause };
}

function follows(plan: HttpPlan, head: ResponseHead): boolean {
  return plan.maxRedirects > 0 && isRedirect(head.status, head.headers.get("location"));
}

async function ask(plan: HttpPlan, hop: Hop, means: Means): Promise<Exchange> {
  const { names, underWay, endAt } = means;
  const asked: Asked = { target: hop.shown, address: null, timeoutMs: means.timeoutMs };
  const phases: Phases = {};
  try {
    let address = names.known(hop.host, plan.family);
    if (address === null) {
      const startedAt = performance.now();
      address = await names.resolve(hop.host, plan.family, endAt - startedAt);
      phases.dnsMs = performance.now() - startedAt;
    }
    if (isIP(hop.host) === 0) asked.address = address.address;
    return await exchange({
      hop,
      plan,
      address,
      asked,
      phases,
      leftMs: endAt - performance.now(),
      underWay,
      wantsBody: (head) =>
        plan.rules !== null && matchStatus(plan.expect, head.status) && !follows(plan, head),
    });
  } catch (error) {
    const failure = failureOutcome(error, asked);
    return { facts: {}, failure, head: null, body: null, endsSoon: null };
  }
}

/** The status first, then the body, then the end of the certificate: the gravest is the cause. */
async function judge(plan: HttpPlan, hop: Hop, answer: Exchange): Promise<CheckOutcome> {
  const { failure, facts, head, body } = answer;
  if (failure !== null) return failure;
  if (head === null) throw new Error("an exchange without failure has a head");
  const got = `HTTP ${head.status} from ${hop.shown}`;
  if (!matchStatus(plan.expect, head.status)) {
    if (head.status === 401 && hasCredentials(hop)) {
      return failed("credentials", `${got}: the user and password or the token are refused`, facts);
    }
    return failed("status", `${got}, expected ${plan.expectShown}`, facts);
  }
  if (plan.rules !== null && body !== null) {
    if (body.state === "cut") {
      const cause = `${got}, but the connection closed after ${body.bytes.length} bytes of its body`;
      return failed("reset", cause, facts);
    }
    if (body.state === "broken") {
      return failed("protocol", `${got}, but its chunks are broken`, facts);
    }
    const text = await readBodyText(head, body.bytes, body.state === "capped");
    const wrong = judgeBody(plan.rules, text);
    if (wrong !== null) return failed("body", `${got}, but its body ${wrong}`.slice(0, 500), facts);
  }
  if (answer.endsSoon !== null) return failed("certificate", answer.endsSoon, facts);
  return { ...emptyOutcome, ...facts, ok: true };
}

/** After a redirect to another origin it has none any more. */
function hasCredentials(hop: Hop): boolean {
  return hop.request.headers.some(([name]) => name.toLowerCase() === "authorization");
}

function fewest(one: number | null | undefined, other: number | null | undefined): number | null {
  if (one === null || one === undefined) return other ?? null;
  return other === null || other === undefined ? one : Math.min(one, other);
}
