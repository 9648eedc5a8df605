import Type from "typebox";
import { checkTypes } from "#engines/check-types";
import { queryParameter } from "#platform/http";
import { type Query, parseSearch, parseTexts, parseWords } from "#platform/pagination";
import { type SensorFilter, sensorStatuses } from "./sensor-row.ts";

const text = (description: string) => queryParameter(Type.String({ description }));

/** The filters of the table, as the address has them. */
export const filterParameters = {
  status: text(`Of ${sensorStatuses.join(", ")}; several with commas.`),
  type: text(`Of ${checkTypes.join(", ")}; several with commas.`),
  company: text("Ids of companies with commas, or `none`."),
  collector: text("Ids of collectors with commas."),
  tag: text("Tags with commas: any of them."),
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
