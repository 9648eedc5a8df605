import { checkTypes } from "#engines/check-types";
import { textParameter } from "#platform/http";
import { type Query, parseSearch, parseTexts, parseWords } from "#platform/pagination";
import { type SensorFilter, sensorStatuses } from "./sensor-row.ts";

/** The filters of the table, as the address has them. */
export const filterParameters = {
  status: textParameter(`Of ${sensorStatuses.join(", ")}; several with commas.`),
  type: textParameter(`Of ${checkTypes.join(", ")}; several with commas.`),
  company: textParameter("Ids of companies with commas, or `none`."),
  collector: textParameter("Ids of collectors with commas."),
  tag: textParameter("Tags with commas: any of them."),
};

/** @throws Problem `invalid_request` that names the parameter. */
export function parseSensorFilter(query: Query): SensorFilter {
  return {
    statuses: parseWords(query, "status", sensorStatuses),
    types: parseWords(query, "type", checkTypes),
    companies: parseTexts(query, "company"),
    collectors: parseTexts(query, "collector"),
    tags: parseTexts(query, "tag"),
    search: parseSearch(query),
  };
}
