export { readDomain } from "./read-domain.ts";
