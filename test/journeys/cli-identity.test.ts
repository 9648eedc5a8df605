import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Type from "typebox";
import { Compile } from "typebox/compile";
import type { RuleResult, RuleText, Weakness } from "#engines/directory-types";
import { gzip } from "#lib/gzip";
import { createServerClock, createServerLink, enrol } from "#remote/link";
import {
  type Installation,
  embedded,
  ended,
  patienceMs,
  runVedette,
  startInstallation,
  startVedette,
} from "#test/processes";
import { distantSchedule } from "#test/distant-times";
import { until } from "#test/until";
import {
  type AssessmentJob,
  type AssessmentMessage,
  type CheckIn,
  CheckInReply,
} from "#wire/probe.v1";

const secret = "geheim-Gehe1m";
const escape = "\u001b[31m";

const declared = `
tenant: default
sites: [{ name: HQ }]
probes: [{ name: hq }]
directories:
  - name: corp
    type: active_directory
    site: HQ
    probe: hq
    url: ldaps://dc1.acme.test
    user: reader@acme.test
    password: ${secret}
    schedule: ${distantSchedule}
`;

/** A probe that says what the test says: it enrols, takes what there is, and tells what it is given. */
async function scriptedProbe(t: TestContext, installation: Installation) {
  const { url: server } = installation;
  const token = (await installation.vedette("probe", "token", "hq", "--tenant", "default")).trim();
  const clock = createServerClock();
  const ended = new AbortController();
  t.after(() => ended.abort());
  const { signal } = ended;
  const { credential } = await enrol({ kind: "probe", server, token, version: "1", clock, signal });
  const link = createServerLink({ server, credential, clock, signal });
  const checkInReply = Compile(CheckInReply);
  const reportsReply = Compile(
    Type.Object({ recorded: Type.Integer(), serverTime: Type.Number() }),
  );

  async function checkIn(assessments: CheckIn["assessments"]) {
    const message: CheckIn = {
      version: "1",
      hostname: "h",
      abilities: { nmap: null, icmp: true },
      runs: [],
      ...(assessments === undefined ? {} : { assessments }),
      spooled: 0,
      waitMs: 0,
    };
    const body = await gzip(JSON.stringify(message));
    return link.post("/remote/v1/probe/check-in", body, checkInReply, 10_000);
  }

  return {
    checkIn,
    /** Waits for an assessment to be handed out. */
    async job(): Promise<AssessmentJob> {
      const what = "an assessment is handed out";
      const offered = async () => (await checkIn([])).assessments?.[0] ?? null;
      return until(offered, { what, timeoutMs: patienceMs });
    },
    async tell(messages: readonly AssessmentMessage[]): Promise<void> {
      const body = await gzip(JSON.stringify({ messages }));
      await link.post("/remote/v1/probe/reports", body, reportsReply, 10_000);
    },
  };
}

const rule = (id: string, change: Partial<RuleText> = {}): RuleText => ({
  id,
  title: "Its password never expires",
  category: "passwords",
  severity: "MEDIUM",
  asks: "Enabled users whose password never expires.",
  remediation: "Let it expire:\nSet-ADUser NAME -PasswordNeverExpires $false",
  references: [{ title: "T1078", url: "https://attack.mitre.org/techniques/T1078/" }],
  ...change,
});
const old = rule("ad.password-never-expires");
const dcsync = rule("ad.dcsync", {
  severity: "CRITICAL",
  category: "permissions",
  title: "DCSync",
});
const laps = rule("ad.laps", { category: "domain_settings", title: "No LAPS" });
const vulnerableTemplate = rule("adcs.esc1", { category: "certificate_services", title: "ESC1" });

const weakness = (name: string, severity: Weakness["severity"] = "MEDIUM"): Weakness => ({
  target: {
    type: "user",
    id: `guid of ${name}`,
    name,
    path: `CN=${name},DC=acme,DC=test`,
    host: null,
  },
  severity,
  evidence: ["It is set to never expire.", "It was set 412 days ago."],
});

function result(of: RuleText, change: Partial<RuleResult>): RuleResult {
  const nothing = { judged: 9, found: 0, unread: 0, unreadTargets: [] };
  return { rule: of, outcome: "evaluated", reason: null, ...nothing, ...change };
}

test("a directory is assessed, shown, listed and excepted from the command line", async (t) => {
  const installation = await startInstallation(t, embedded.none);
  const { env, dir } = installation;
  const said: string[] = [];
  const to = ["--tenant", "default"];
  const vedette = async (...args: string[]) => {
    const outcome = await runVedette(["identity", ...args, ...to], env);
    said.push(outcome.stdout, outcome.stderr);
    return outcome;
  };
  const printed = async (...args: string[]) => {
    const { code, stdout, stderr } = await vedette(...args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  await installation.apply(declared);
  const probe = await scriptedProbe(t, installation);

  await t.test("before anything is known, that is what is said", async () => {
    assert.match(
      await printed("list"),
      /^corp +Active Directory +HQ +hq +- +0 \d+ \* \* \* \(UTC\) +- +- /m,
    );
    assert.match(
      await printed("show", "corp"),
      /nothing was read yet\nlast completed: never\nnext: 2/,
    );
    assert.equal(JSON.parse(await printed("findings", "corp", "--json")).length, 0);
    const unknown = await vedette("show", "korp");
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, 'vedette: Tenant default has no directory named "korp": it has corp.\n'],
    );
    const nothing = await vedette("stop", "corp");
    assert.deepEqual(
      [nothing.code, nothing.stderr],
      [1, 'vedette: No assessment of "corp" is under way.\n'],
    );
  });

  await t.test("a probe that is too old for directories is named, also by the doctor", async () => {
    await probe.checkIn(undefined);
    assert.match(await printed("assess", "corp"), /^assessment [0-9a-f-]{36}\n$/);
    await probe.checkIn(undefined);
    assert.match(
      await printed("show", "corp"),
      /^now: waiting: The probe "hq" is too old to assess/m,
    );
    // What probes say of themselves is saved every few seconds.
    const told = /^warning {2}directory corp of tenant default: .*hq is too old/m;
    await until(async () => told.test((await runVedette(["doctor"], env)).stdout), {
      what: "the doctor names the probe",
      timeoutMs: patienceMs,
    });
    assert.equal(await printed("stop", "corp"), "stopped: no probe had taken it yet\n");
  });

  const assessed = (job: AssessmentJob, users: readonly string[]): AssessmentMessage[] => {
    const { assessmentId } = job;
    return [
      { assessmentId, rule: dcsync, found: [weakness("backup", "CRITICAL")] },
      { assessmentId, result: result(dcsync, { found: 1 }) },
      ...(users.length === 0
        ? []
        : [{ assessmentId, rule: old, found: users.map((name) => weakness(name)) }]),
      { assessmentId, result: result(old, { found: users.length, judged: 12_000 }) },
      {
        assessmentId,
        result: result(laps, { outcome: "not_evaluated", reason: "Needs to read the schema." }),
      },
      {
        assessmentId,
        result: result(vulnerableTemplate, {
          outcome: "not_applicable",
          reason: "There is no CA.",
        }),
      },
      {
        assessmentId,
        end: {
          outcome: "completed",
          at: Date.now(),
          error: null,
          facts: {
            name: "acme.test",
            id: "S-1-5-21-1-2-3",
            counts: { users: 12_000, computers: 300 },
            details: { "functional level": "Windows Server 2016" },
          },
        },
      },
    ];
  };

  await t.test(
    "it shows how far it is, and in the end what it came to, and what to do next",
    async () => {
      await printed("assess", "corp");
      const job = await probe.job();
      assert.ok(job.spec.type === "active_directory" && job.spec.password === secret);
      const id = job.assessmentId;
      const at = { objects: 12_000, rulesDone: 0, rulesTotal: 62 } as const;
      await probe.checkIn([{ id, progress: { ...at, phase: "reading", what: `users${escape}` } }]);
      const child = startVedette(["identity", "assess", "corp", "--wait", ...to], env);
      const output = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const) {
        child[name]?.setEncoding("utf8").on("data", (text: string) => (output[name] += text));
      }
      await until(() => output.stderr.includes("corp: reading users"), {
        what: "progress is shown",
        timeoutMs: patienceMs,
      });
      await probe.tell(assessed(job, ["svc-a", `svc-${escape}b`, "Ada"]));
      await ended(child);
      const { stdout, stderr } = output;
      said.push(stdout, stderr);
      assert.equal(child.exitCode, 0, stderr);
      assert.match(
        stderr,
        /^An assessment of it is open already\.\ncorp: reading users \[31m: 12,000 objects\n/,
      );
      assert.match(stdout, /^corp: completed after \d+s\n/);
      for (const line of [
        "read acme.test (functional level Windows Server 2016): 12,000 users, 300 computers",
        "findings: 4 opened, 0 resolved",
        "rules: 2 failed, 0 passed, 1 not evaluated, 1 not applicable",
        "open findings: 1 critical, 3 medium",
        /^score: \d\d\.\d of 100, by 2 of 3 rules$/m,
        /^-17\.5 % +CRITICAL +ad\.dcsync +1 +DCSync$/m,
        /^ad\.laps +Needs to read the schema\.$/m,
        'next: vedette identity findings "corp" --tenant "default"',
      ]) {
        assert.match(
          stdout,
          typeof line === "string" ? new RegExp(`^${RegExp.escape(line)}$`, "m") : line,
        );
      }
    },
  );

  await t.test(
    "what is wrong is listed the most severe first, by rule and status, and whole in a file",
    async () => {
      const table = (await printed("findings", "corp")).trimEnd().split("\n");
      assert.equal(table.length, 5);
      assert.match(
        table[1] ?? "",
        /^\S+ +CRITICAL +open +user backup +DCSync +ad\.dcsync +20\d\d-/,
      );
      const byRule = await vedette("findings", "corp", "--rule", old.id, "--limit", "2");
      assert.equal(byRule.stdout.trimEnd().split("\n").length, 3);
      assert.match(byRule.stderr, /and more: see --limit/);
      assert.equal(
        JSON.parse(await printed("findings", "corp", "--status", "resolved", "--json")).length,
        0,
      );
      const file = join(dir, "findings.csv");
      assert.equal(
        (await vedette("findings", "corp", "--csv", file)).stderr,
        `${file}: 4 findings\n`,
      );
      const csv = await readFile(file, "utf8");
      assert.equal(await printed("findings", "corp", "--csv", "-"), csv);
      assert.match(csv, /^id,status,severity,ruleId,/);
      assert.match(csv, /It is set to never expire\. It was set 412 days ago\./);
      assert.equal((await vedette("findings", "corp", "--limit", "0")).code, 2);
    },
  );

  await t.test(
    "one is shown with what was seen, what to do and its history; a directory with each rule",
    async () => {
      const [first] = JSON.parse(await printed("findings", "corp", "--rule", old.id, "--json"));
      const shown = await printed("finding", first.id);
      for (const line of [
        "MEDIUM  Its password never expires",
        "evidence:\n    It is set to never expire.\n    It was set 412 days ago.",
        "    fix: Let it expire:\n      Set-ADUser NAME -PasswordNeverExpires $false",
        "    see: T1078: https://attack.mitre.org/techniques/T1078/",
      ]) {
        assert.ok(shown.includes(line), shown);
      }
      assert.match(shown, /^20\S+ \S+ +- +open +system +/m);
      assert.equal((await vedette("finding", "nonsense")).code, 1);
      const directory = await printed("show", "corp");
      assert.match(directory, /^20\S+ \S+ +\S+ +completed +\d+s +-$/m);
      assert.match(directory, /^20\S+ \S+ +\S+ +stopped +- +The assessment was stopped/m);
      for (const line of [
        /^passwords +failed +MEDIUM +3 +12,000 +ad\.password-never-expires +/m,
        /^domain settings +not evaluated +MEDIUM +- +- +ad\.laps +/m,
        /^certificate services +not applicable +/m,
        /^ad\.laps +Needs to read the schema\.$/m,
      ]) {
        assert.match(directory, line);
      }
      assert.match(await printed("list"), /^corp +Active Directory +HQ +hq +\d\d\.\d /m);
    },
  );

  await t.test(
    "who answers for something is kept, counts at once, and ends when it is ended",
    async () => {
      const answer = ["--reason", "The vault changes it.", "--owner", "Ada"];
      const made = await printed(
        "except",
        "--rule",
        old.id,
        "--target",
        "SVC-*",
        "--directory",
        "corp",
        ...answer,
      );
      assert.match(made, /: it holds until it is ended; 2 findings are accepted by it now\n$/);
      assert.match(await printed("show", "corp"), /^passwords +failed +MEDIUM +1, 2 accepted /m);
      const [exception] = JSON.parse(await printed("exceptions", "--json"));
      assert.match(
        await printed("exceptions"),
        /corp +ad\.password-never-expires +SVC-\* +holds +- +2 +Ada +The vault/,
      );
      const [accepted] = JSON.parse(
        await printed("findings", "corp", "--status", "accepted", "--json"),
      );
      assert.match(
        await printed("finding", accepted.id),
        /^exception: \S+ of Ada: The vault changes it\.$/m,
      );
      assert.equal(await printed("unexcept", exception.id), "ended: it had accepted 2 findings\n");
      assert.equal((await vedette("unexcept", exception.id)).code, 1);
      assert.match(await printed("exceptions", "--all"), / ended /);
      const nothing = await vedette("except", ...answer);
      assert.deepEqual(
        [nothing.code, nothing.stderr],
        [1, "vedette: An exception needs a rule, a target, or both.\n"],
      );
      assert.equal(
        (await vedette("except", "--rule", old.id, "--directory", "korp", ...answer)).code,
        1,
      );
    },
  );

  await t.test(
    "what is not found again is told as resolved; one that fails ends with why, and code 1",
    async () => {
      const waiting = vedette("assess", "corp", "--wait", "--json");
      await probe.tell(assessed(await probe.job(), []));
      const outcome = await waiting;
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.partialDeepStrictEqual(JSON.parse(outcome.stdout), {
        assessment: { state: "completed" },
        changes: { opened: 0, resolved: 3 },
        posture: { rules: { failed: 1 } },
      });
      const again = vedette("assess", "corp", "--wait");
      const { assessmentId } = await probe.job();
      const error = "dc1.acme.test refuses the password.";
      const end = { outcome: "failed", at: Date.now(), error, facts: null } as const;
      await probe.tell([{ assessmentId, end }]);
      const failed = await again;
      assert.deepEqual([failed.code, failed.stdout], [1, ""]);
      assert.match(failed.stderr, /^vedette: dc1\.acme\.test refuses the password\.\n$/m);
      const doctor = await runVedette(["doctor"], env);
      assert.match(
        doctor.stdout,
        /^warning  directory corp .*refuses the password; 1 of 4 rules not evaluated: Needs to read the schema \(1\)/m,
      );
      const otherKey = { ...env, VEDETTE_SECRET_KEY_FILE: join(dir, "other.key") };
      const sealed = await runVedette(["doctor"], otherKey);
      assert.match(
        sealed.stdout,
        /^failed +directory corp .*password of directory "corp" does not open/m,
      );
      assert.equal(sealed.code, 1);
    },
  );

  await t.test(
    "another tenant has nothing of it; nobody ever saw the password, or a control character",
    async () => {
      await installation.vedette("tenant", "create", "other");
      const other = await runVedette(["identity", "findings", "corp", "--tenant", "other"], env);
      assert.match(other.stderr, /Tenant other has no directory named "corp": it has none/);
      said.push(installation.log());
      for (const text of said) {
        assert.ok(!text.includes(secret), text);
        assert.ok(!text.includes("\u001b"), text);
      }
    },
  );
});
