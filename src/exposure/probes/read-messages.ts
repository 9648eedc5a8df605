import { Compile } from "typebox/compile";
import { type Body, readMessage } from "#platform/remote-parts";
import { CheckIn, ReportBatch } from "#wire/probe.v1";

const checkIn = Compile(CheckIn);
const reportBatch = Compile(ReportBatch);

/** What a check-in may decode to, in bytes: a thousand runs with their progress are far less. */
const maxCheckInBytes = 1024 * 1024;
/** What a batch may decode to, in bytes: 500 hosts, some of them with thousands of open ports. */
const maxBatchBytes = 32 * 1024 * 1024;

/** @throws Problem `invalid_request` that says what is wrong and where. */
export async function readCheckIn(body: Body): Promise<CheckIn> {
  return readMessage(body, checkIn, "check-in", maxCheckInBytes);
}

/** @throws Problem `invalid_request` that says what is wrong and where. */
export async function readReportBatch(body: Body): Promise<ReportBatch> {
  return readMessage(body, reportBatch, "batch", maxBatchBytes);
}
