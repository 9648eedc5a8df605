/*
 * Random histories of a directory (assessments that read all or a part, break off, are told twice or late; decisions, exceptions,
 * times that come), held against a model of the decisions.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { setFindingStatus } from "#exposure/findings";
import { expireAcceptances, exposureLock, rescoreAssets } from "#exposure/flows";
import { findingStatuses } from "#exposure/life-cycle";
import { newId } from "#lib/ids";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedDirectoryRow } from "#test/directory-rows";
import { type Told, someResult, someRule, someWeakness, tell } from "#test/identity-fixture";
import { type ModelException, IdentityModel } from "#test/identity-model";
import { operatorOf } from "#test/scan-fixture";
import { seedTenant } from "#test/seed";
import { decideIdentityFinding } from "./decide-identity-finding.ts";
import { endIdentityException } from "./end-identity-exception.ts";
import { exceptIdentity } from "./except-identity.ts";
import type { Assessed } from "./identity-finding.ts";
import { listIdentityFindings } from "./list-identity-findings.ts";

const { database } = await createTestDatabase();
let clock = 0;
const now = () => clock;

const rules = ["one", "two", "three"] as const;
const targets = ["t1", "t2", "t3", "t4"] as const;
const names = ["svc-a", "svc-b", "admin"] as const;
const patterns = ["svc-*", "*", "*A", "ADMIN", "svc-b*"] as const;

const soon = fc.option(fc.integer({ min: 1, max: 12_000 }));
const ruleTold = fc.record({
  rule: fc.constantFrom(...rules),
  outcome: fc.constantFrom(
    "evaluated",
    "evaluated",
    "evaluated",
    "not_evaluated",
    "not_applicable",
  ),
  unread: fc.subarray([...targets], { maxLength: 2 }),
  /** More could not be read than are named. */
  unnamed: fc.boolean(),
  /** The result is lost, or the assessment broke off before it. */
  isCutOff: fc.boolean(),
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("assess" as const),
      told: fc.uniqueArray(ruleTold, { selector: ({ rule }) => rule, minLength: 1 }),
      wrong: fc.array(fc.tuple(fc.constantFrom(...rules), fc.constantFrom(...targets)), {
        maxLength: 9,
      }),
      names: fc.tuple(...targets.map(() => fc.constantFrom(...names))),
      /** How long ago it was handed out. */
      age: fc.constantFrom(0, 0, 0, 2500),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("tell again" as const), which: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("decide" as const),
      which: fc.nat(),
      status: fc.constantFrom(...findingStatuses),
      until: soon,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("except" as const),
      rule: fc.option(fc.constantFrom(...rules)),
      target: fc.option(fc.constantFrom(...patterns)),
      until: soon,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("unexcept" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("expire" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const readFindings = statement<
  [tenantId: string],
  {
    id: string;
    rule: string;
    target: string;
    name: string;
    status: string;
    statusAt: number;
    acceptedUntil: number | null;
    seenAt: number | null;
    lastSeenAt: number;
    reopenedAt: number | null;
    resolvedAt: number | null;
    exception: string | null;
    history: string[];
  }
>(
  "test.life-of-identity.findings",
  `select f.id, f.rule_id as rule, f.target_id as target, f.target_name as name, f.status, f.status_at as "statusAt",
     f.accepted_until as "acceptedUntil", f.seen_at as "seenAt", f.last_seen_at as "lastSeenAt",
     f.reopened_at as "reopenedAt", f.resolved_at as "resolvedAt", f.exception_id as exception,
     array(select e.to_status from finding_events e where e.tenant_id = f.tenant_id and e.finding_id = f.id order by e.id) as history
   from identity_findings f where f.tenant_id = $1`,
);

class History {
  readonly #tenantId: string;
  readonly #directoryId: string;
  readonly #model = new IdentityModel();
  readonly #sent: {
    readonly assessed: Assessed;
    readonly told: Told;
    readonly tellModel: () => void;
  }[] = [];

  constructor(tenantId: string, directoryId: string) {
    this.#tenantId = tenantId;
    this.#directoryId = directoryId;
  }

  async take(one: Step): Promise<void> {
    clock += 1000;
    if (one.kind === "assess") await this.#assess(one);
    else if (one.kind === "tell again") await this.#tellAgain(one.which);
    else if (one.kind === "decide") await this.#decide(one);
    else if (one.kind === "except") await this.#except(one);
    else if (one.kind === "unexcept") await this.#unexcept(one.which);
    else {
      await expireAcceptances({ database, now });
      this.#model.expire(clock);
    }
    await this.#check();
  }

  async #assess({ told, wrong, names: called, age }: Step & { kind: "assess" }): Promise<void> {
    const at = clock - age;
    const assessed: Assessed = {
      assessmentId: newId(),
      directoryId: this.#directoryId,
      type: "active_directory",
      siteId: null,
      at,
    };
    for (const { rule, outcome, unread, unnamed, isCutOff } of told) {
      const seen = targets.flatMap((target, i) => {
        const isWrong =
          outcome === "evaluated" && wrong.some(([r, t]) => r === rule && t === target);
        return isWrong && !unread.includes(target) ? [{ target, name: called[i] ?? "admin" }] : [];
      });
      const text = someRule(rule);
      const weaknesses = seen.map(({ target, name }) => someWeakness(target, { name }));
      const unreadCount = unread.length + (unnamed ? 1 : 0);
      const said = { outcome, reason: null, unread: unreadCount, unreadTargets: [...unread] };
      const message: Told = {
        found: weaknesses.length === 0 ? [] : [{ rule: text, weaknesses }],
        results: isCutOff ? [] : [someResult(text, said)],
      };
      const tellModel = () => {
        for (const { target, name } of seen) this.#model.found(text.id, target, name, at);
        if (isCutOff) return;
        if (outcome === "not_evaluated" || unnamed) this.#model.unsettled(text.id, at);
        else this.#model.settled(text.id, at, unread);
      };
      this.#sent.push({ assessed, told: message, tellModel });
      await this.#tellAgain(this.#sent.length - 1);
    }
  }

  async #tellAgain(which: number): Promise<void> {
    const message = this.#sent[which % Math.max(1, this.#sent.length)];
    if (message === undefined) return;
    await tell(database, this.#tenantId, message.assessed, message.told);
    message.tellModel();
  }

  async #decide({ which, status, until }: Step & { kind: "decide" }): Promise<void> {
    const all = [...this.#model.findings.values()];
    const one = all[which % Math.max(1, all.length)];
    if (one === undefined) return;
    const rows = await database.forTenant(this.#tenantId).run(readFindings, [this.#tenantId]);
    const row = rows.find(({ rule, target }) => rule === one.rule && target === one.target);
    const acceptedUntil = status === "accepted" && until !== null ? clock + until : null;
    await setFindingStatus(
      operatorOf(database, this.#tenantId, now),
      row?.id ?? assert.fail(),
      { status, notes: null, acceptedUntil },
      { exposureLock, rescoreAssets, decideIdentityFinding },
    );
    this.#model.decide(one, status, acceptedUntil, clock);
  }

  async #except({ rule, target, until }: Step & { kind: "except" }): Promise<void> {
    const scope = {
      rule: rule === null ? null : `ad.${rule}`,
      target: target === "*" ? null : target,
    };
    if (scope.rule === null && scope.target === null) return;
    const expiresAt = until === null ? null : clock + until;
    const made = await exceptIdentity(operatorOf(database, this.#tenantId, now), {
      ...scope,
      directory: null,
      reason: "It is planned",
      owner: "Ada",
      expiresAt,
    });
    const exception: ModelException = { id: made.id, ...scope, until: expiresAt, ended: false };
    assert.equal(made.findings, this.#model.except(exception, clock));
  }

  async #unexcept(which: number): Promise<void> {
    const open = this.#model.exceptions.filter(({ ended }) => !ended);
    const one = open[which % Math.max(1, open.length)];
    if (one === undefined) return;
    await endIdentityException(operatorOf(database, this.#tenantId, now), { id: one.id });
    this.#model.unexcept(one, clock);
  }

  async #check(): Promise<void> {
    const db = database.forTenant(this.#tenantId);
    const rows = await db.run(readFindings, [this.#tenantId]);
    const key = (one: { rule: string; target: string }) => `${one.rule} ${one.target}`;
    const kept = Object.fromEntries(rows.map(({ id: _id, ...row }) => [key(row), row]));
    assert.deepEqual(kept, Object.fromEntries(this.#model.findings));
    const filter = { siteId: null, directoryId: this.#directoryId, source: null, severity: null };
    const list = listIdentityFindings(this.#tenantId, {
      ...filter,
      category: null,
      ruleId: null,
      host: null,
    });
    const { total, items } = await list.page(db, 1000, 0);
    const isListed = ({ status }: { status: string }) =>
      status === "open" || status === "in_progress";
    const listed = [...this.#model.findings.values()].filter(isListed).length;
    assert.deepEqual([total, items.length], [listed, listed], "the totals follow");
  }
}

test("whatever happens to a directory, its findings are what the model says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      clock = 1_000_000;
      const { tenantId } = await seedTenant(database);
      const history = new History(tenantId, await seedDirectoryRow(database, tenantId));
      for (const one of steps) await history.take(one);
    }),
    { numRuns: 60 },
  );
});
