import type { XmlElement } from "#lib/xml-elements";
import { lineOf } from "../texts.ts";

const products = new Map([
  ["openscap", "OpenSCAP"],
  ["oscap", "OpenSCAP"],
  ["scc", "SCC"],
]);

/** What evaluated it, by the CPE name in `test-system`: `cpe:/a:redhat:openscap:1.3.7` is `OpenSCAP 1.3.7`. */
export function engineOf(system: string): string {
  const cpe = /^cpe:(?:\/|2\.3:)[aho]:[^:]*:([^:]+)(?::([^:]*))?/.exec(system);
  if (cpe === null) return lineOf(system, 200) || "unknown";
  const [, product = "", version = ""] = cpe;
  const name = products.get(product.toLowerCase()) ?? product.replaceAll("_", " ");
  return lineOf(/^[*-]?$/.test(version) ? name : `${name} ${version}`, 200);
}

/**
 * Whether all rights were there. OpenSCAP always writes `privileged="false"`, whoever runs it, but names the user.
 */
export function isPrivileged({ attributes, text }: XmlElement): boolean | null {
  const word = attributes["privileged"];
  if (word === "true" || word === "1" || text.trim() === "root") return true;
  return word === undefined ? null : false;
}
