import {
  type DirectoryObject,
  type Domain,
  type SecurityDescriptor,
  type Sid,
  privilegesOf,
  rids,
  sidInRoot,
  sids,
} from "#engines/active-directory";
import type { FoundWeakness, Target, Verdict } from "#engines/directory-types";
import type { Severity } from "#lib/severity";
import { counted, evaluated, notEvaluated } from "#engines/rule-words";
import { unlessPrivilegesAreKnown } from "../../unless-privileges-are-known.ts";
import { type Control, type Right, controlsOf } from "./rights.ts";
import { controlsInWords, mostSentences, targetOfTrustee } from "./trustees.ts";

/** Something with permissions. */
type Controlled = Pick<DirectoryObject, "id" | "descriptor">;

/** Whose permissions are asked about, and what counts as bad. */
export interface ControlQuestion<T extends Controlled> {
  readonly objects: readonly T[];
  /** What they are called: `["organisational unit", "organisational units"]`. */
  readonly nouns: readonly [one: string, many: string];
  /** The same array for the same kind of object: who holds what is worked out once for equal descriptors. */
  readonly rights: (object: T) => readonly Right[];
  readonly target: (object: T) => Target;
  /** Absent: everybody is minded who does not control the domain anyway. */
  readonly isMinded?: (control: Control, object: T) => boolean;
  /** Absent: that of the rule. */
  readonly severity?: (object: T, controls: readonly Control[]) => Severity;
  /** A finding for each who has rights, instead of one for the object: an exception for one of them then hides no other. */
  readonly eachTrustee?: true;
  /** What else is to be said of an object that is found, behind who has which rights. */
  readonly remarks?: (object: T, controls: readonly Control[]) => readonly string[];
}

/**
 * Finds the objects that somebody has a right to who controls neither the domain anyway nor is the object itself. Objects whose
 * permissions could not be read are unread; when that are all of them, the rule is not evaluated.
 */
export function judgeControl<T extends Controlled>(
  domain: Domain,
  question: ControlQuestion<T>,
): Verdict {
  const unknown = unlessTierZeroIsKnown(domain);
  if (unknown !== null) return unknown;
  const readable = question.objects.filter(({ descriptor }) => descriptor !== null);
  const unread = question.objects.filter(({ descriptor }) => descriptor === null);
  if (readable.length === 0 && unread.length > 0) {
    return permissionsNeeded(unread.length, question.nouns);
  }
  const controlsOn = createControlReader();
  let trustees = 0;
  const found = readable.flatMap((object): FoundWeakness[] => {
    const all = controlsOn(object.descriptor, question.rights(object));
    trustees += all.length;
    const controls = all.filter(
      (control) =>
        !isExpected(domain, control.sid, object) && (question.isMinded?.(control, object) ?? true),
    );
    if (controls.length === 0) return [];
    if (question.eachTrustee !== true) {
      return [weaknessOf(domain, question, object, controls, question.target(object))];
    }
    return controls.map((control) =>
      weaknessOf(domain, question, object, [control], targetOfTrustee(domain, control.sid)),
    );
  });
  return evaluated(
    question.eachTrustee === true ? trustees : readable.length,
    found,
    unread.map(({ id }) => id),
  );
}

function weaknessOf<T extends Controlled>(
  domain: Domain,
  question: ControlQuestion<T>,
  object: T,
  controls: readonly Control[],
  target: Target,
): FoundWeakness {
  const remarks = question.remarks?.(object, controls) ?? [];
  const who = controlsInWords(domain, controls, mostSentences - remarks.length);
  const severity = question.severity?.(object, controls);
  return {
    target,
    evidence: [...who, ...remarks],
    ...(severity === undefined ? {} : { severity }),
  };
}

/** What a rule says that cannot tell who controls the domain anyway; null: it can. */
function unlessTierZeroIsKnown(domain: Domain): Verdict | null {
  if (domain.rootSid !== null) return unlessPrivilegesAreKnown(privilegesOf(domain));
  return notEvaluated(
    "Needs to read which domain is the forest's root: nobody knows otherwise who its Enterprise Admins are.",
  );
}

/** What a rule says when it could read nobody's permissions. */
function permissionsNeeded(
  count: number,
  [one, many]: readonly [one: string, many: string],
): Verdict {
  return notEvaluated(
    `The permissions of ${counted(count, one, many)} could not be read; give the reader the right Read Permissions on ${count === 1 ? "it" : "them"}.`,
  );
}

/** Whether it is no news that somebody has rights to an object. */
function isExpected(domain: Domain, sid: Sid, object: Controlled): boolean {
  if (sid === sids.self || sid === sids.creatorOwner) return true;
  if ("sid" in object && object.sid === sid) return true;
  // Who controls the forest's root controls this domain, too; objects of the configuration are theirs by default.
  const ofRoot = [rids.administrator, rids.domainAdmins, rids.domainControllers];
  return (
    privilegesOf(domain).isTierZero(sid) || ofRoot.some((rid) => sidInRoot(domain, rid) === sid)
  );
}

/** Remembers what was said of a descriptor: thousands of objects share it. */
function createControlReader() {
  const known = new Map<readonly Right[], Map<SecurityDescriptor, readonly Control[]>>();
  return (descriptor: SecurityDescriptor | null, rights: readonly Right[]): readonly Control[] => {
    if (descriptor === null) return [];
    let byDescriptor = known.get(rights);
    if (byDescriptor === undefined) known.set(rights, (byDescriptor = new Map()));
    let controls = byDescriptor.get(descriptor);
    if (controls === undefined) {
      byDescriptor.set(descriptor, (controls = controlsOf(descriptor, rights)));
    }
    return controls;
  };
}
