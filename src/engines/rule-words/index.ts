export { agoInWords, counted, daysSince } from "./ages.ts";
export { namedTogether } from "./name-list.ts";
export { attack, microsoft } from "./references.ts";
export { evaluated, notApplicable, notEvaluated } from "./verdicts.ts";
