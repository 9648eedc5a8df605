export { findNmap } from "./nmap-engine.ts";
export { readNmapXml } from "./read-nmap-xml.ts";
