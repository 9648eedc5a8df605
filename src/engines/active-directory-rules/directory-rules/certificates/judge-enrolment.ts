import type { CertificateTemplate, Domain } from "#engines/active-directory";
import type { Verdict } from "#engines/directory-types";
import type { Severity } from "#lib/severity";
import { targetOf } from "../../targets.ts";
import { enrolment } from "../permissions/control-rights.ts";
import { judgeControl } from "../permissions/judge-control.ts";
import { ownership } from "../permissions/rights.ts";
import { publishersInWords, withPublishedTemplates } from "./certificate-services.ts";

/** Which templates are minded when somebody may enrol who does not control the domain anyway. */
interface EnrolmentQuestion {
  readonly isMinded: (template: CertificateTemplate) => boolean;
  readonly remarks: (template: CertificateTemplate) => readonly string[];
  /** Absent: that of the rule. */
  readonly severity?: (template: CertificateTemplate) => Severity;
}

/** Asks it of all templates that are handed out; whose permissions could not be read matters only of those that are minded. */
export function judgeEnrolment(
  domain: Domain,
  { isMinded, remarks, severity }: EnrolmentQuestion,
): Verdict {
  return withPublishedTemplates(domain, (published) => {
    const verdict = judgeControl(domain, {
      objects: published.filter(isMinded),
      nouns: ["certificate template", "certificate templates"],
      rights: () => enrolment,
      target: (template) => targetOf("certificate_template", template),
      // Who only owns it may not enrol yet: that is a matter of control.
      isMinded: ({ rights }) => rights.some((words) => words !== ownership),
      remarks: (template) => [...remarks(template), publishersInWords(template)],
      ...(severity === undefined ? {} : { severity }),
    });
    if (verdict.kind !== "evaluated") return verdict;
    return { ...verdict, judged: published.length - verdict.unread.length };
  });
}
