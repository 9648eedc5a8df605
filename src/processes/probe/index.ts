export { probePart } from "./probe-part.ts";
