import { Compile } from "typebox/compile";
import { type Body, readMessage } from "#platform/remote-parts";
import { ErrandReport } from "#wire/collector.v1";

const errandReport = Compile(ErrandReport);

/** What a report may decode to, in bytes: 5,000 interfaces with long names. */
const maxReportBytes = 8 * 1024 * 1024;

/**
 * Reads what came of an errand.
 *
 * @throws Problem `invalid_request` that says what is wrong and where.
 */
export async function readErrandReport(body: Body): Promise<ErrandReport> {
  return readMessage(body, errandReport, "report", maxReportBytes);
}
