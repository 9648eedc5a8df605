import Type from "typebox";
import { Compile } from "typebox/compile";
import { ActiveDirectorySpec, EntraSpec } from "#engines/directory-types";
import type { Logger } from "#lib/logger";
import { printableLine, shortened } from "#lib/printable";
import { AssessmentJob, ScanJob } from "#wire/probe.v1";
import type { ProbeWork } from "./probe-work.ts";

interface Schema {
  Check(value: unknown): boolean;
  Errors(value: unknown): { instancePath: string; message: string }[];
}

const scanJob = Compile(ScanJob);
const assessmentJob = Compile(AssessmentJob);
const identifiedRun = Compile(Type.Object({ runId: Type.String() }));
const identifiedAssessment = Compile(Type.Object({ assessmentId: Type.String() }));
const specs = new Map<string, Schema>([
  ["active_directory", Compile(ActiveDirectorySpec)],
  ["entra", Compile(EntraSpec)],
]);
const typed = Compile(Type.Object({ spec: Type.Object({ type: Type.String() }) }));

/** Takes a run on; one that this probe does not understand is answered with a sentence. */
export function takeScan(job: unknown, scans: ProbeWork["scans"], log: Logger): void {
  if (scanJob.Check(job)) {
    scans.take(job);
    return;
  }
  const place = firstFault(scanJob, job);
  log.error({ place }, "a scan is not carried out: this probe does not understand it");
  if (!identifiedRun.Check(job)) return;
  scans.refuse(job.runId, `The probe is too old for this scan, or it is damaged: ${place}.`);
}

/** Takes an assessment on, likewise. What is said of a job names its fields, never their values: one is a secret. */
export function takeAssessment(
  job: unknown,
  assessments: ProbeWork["assessments"],
  log: Logger,
): void {
  if (assessmentJob.Check(job)) {
    assessments.take(job);
    return;
  }
  const place = faultOfSpec(job) ?? firstFault(assessmentJob, job);
  log.error({ place }, "an assessment is not carried out: this probe does not understand it");
  if (!identifiedAssessment.Check(job)) return;
  const error = `The probe is too old for this directory, or it is damaged: ${place}.`;
  assessments.refuse(job.assessmentId, error);
}

/** What is wrong with the directory as its own type has it; the faults of all types together tell nothing. */
function faultOfSpec(job: unknown): string | null {
  if (!typed.Check(job)) return null;
  const { type } = job.spec;
  const schema = specs.get(type);
  if (schema === undefined) {
    return `its type is ${JSON.stringify(shortened(printableLine(type), 50))}`;
  }
  return schema.Check(job.spec) ? null : firstFault(schema, job.spec);
}

function firstFault(schema: Schema, job: unknown): string {
  const [fault] = schema.Errors(job);
  return fault === undefined ? "it is not valid" : `${fault.instancePath} ${fault.message}`;
}
