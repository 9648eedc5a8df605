import {
  type Account,
  type Domain,
  type Privileges,
  privilegesOf,
} from "#engines/active-directory";
import type { FoundWeakness, Rule, RuleText, Thresholds } from "#engines/directory-types";
import { evaluated, namedTogether, notEvaluated } from "#engines/rule-words";
import { type Told, hasFlag } from "../account-flags.ts";
import { targetOfAccount } from "../targets.ts";
import { unlessPrivilegesAreKnown } from "../unless-privileges-are-known.ts";

/** What an account is judged with. */
export interface View {
  readonly domain: Domain;
  readonly privileges: Privileges;
  /** Unix epoch milliseconds. */
  readonly now: number;
  readonly thresholds: Thresholds;
}

/** What is wrong with an account; `fine`; or `unread`, when what would tell could not be read. */
export type Judgement = Omit<FoundWeakness, "target"> | "fine" | "unread";

/** A rule that is asked of each account by itself. */
export interface AccountRule extends RuleText {
  /** Without knowing who is privileged it cannot be asked at all. */
  readonly needsPrivileges?: true;
  /** What a reader needs to whom nothing of any account could be told: a sentence. Absent: they are merely unread. */
  readonly needs?: string;
  /** Which accounts it is asked of. */
  readonly concerns: (account: Account, view: View) => Told;
  /** Of one that it is asked of. */
  readonly judge: (account: Account, view: View) => Judgement;
}

/** Asks it of every account; each finding also tells why its account matters. */
export function ruleOfAccounts(rule: AccountRule): Rule<Domain> {
  const { concerns, judge, needsPrivileges, needs, ...text } = rule;
  return {
    ...text,
    evaluate(domain, { now, thresholds }) {
      const privileges = privilegesOf(domain);
      const refusal = needsPrivileges ? unlessPrivilegesAreKnown(privileges) : null;
      if (refusal !== null) return refusal;
      const view = { domain, privileges, now, thresholds };
      const found: FoundWeakness[] = [];
      const unread: string[] = [];
      let judged = 0;
      for (const account of domain.accounts) {
        const concerned = concerns(account, view);
        if (concerned === false) continue;
        const judgement = concerned === "unread" ? concerned : judge(account, view);
        if (judgement === "unread") unread.push(account.id);
        else judged++;
        if (typeof judgement === "string") continue;
        const evidence = [...judgement.evidence, ...whyItMatters(account, view)];
        found.push({ target: targetOfAccount(account), ...judgement, evidence });
      }
      const isBlind = judged === 0 && unread.length > 0;
      return isBlind && needs !== undefined
        ? notEvaluated(needs)
        : evaluated(judged, found, unread);
    },
  };
}

function whyItMatters(account: Account, { privileges }: View): string[] {
  const groups = privileges.groupsOf(account);
  const sentences: string[] = [];
  if (groups.length > 0) sentences.push(`It is privileged: a member of ${namedTogether(groups)}.`);
  else if (privileges.isPrivileged(account)) sentences.push("It is the built-in administrator.");
  if (hasFlag(account, "disabled") === true) sentences.push("It is disabled.");
  return sentences;
}
