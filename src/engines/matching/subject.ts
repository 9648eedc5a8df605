import { parseCpe, productKey, type Software } from "#engines/vulnerability-types";
import type { Cpe } from "#engines/vulnerability-types";
import { aliasesOf } from "./products/aliases.ts";
import { readUpstream, type UpstreamVersion } from "./upstream-version.ts";

/** Software, read once for all the records that it is held against. */
export interface Subject {
  readonly software: Software;
  /** By product key, aliases included. */
  readonly products: ReadonlyMap<string, SubjectProduct>;
  /** Version of the first product; `null`: not known. */
  readonly version: UpstreamVersion | null;
}

export interface SubjectProduct {
  readonly cpe: Cpe;
  /** `null`: not known. */
  readonly version: UpstreamVersion | null;
  /** Only the beginning of the version is known: `2.4` of a server that hides the rest. */
  readonly truncated: boolean;
}

/** Products whose releases have three numbers and which can be told to show fewer (`ServerTokens Minor`). */
const threeNumbers = new Set([
  "apache:http_server",
  "php:php",
  "f5:nginx",
  "lighttpd:lighttpd",
  "apache:tomcat",
]);

export function readSubject(software: Software): Subject {
  const products = new Map<string, SubjectProduct>();
  for (const text of software.cpes) {
    const cpe = parseCpe(text);
    if (cpe === null) continue;
    const product = readProduct(cpe);
    for (const key of aliasesOf(productKey(cpe))) {
      if (!products.has(key)) products.set(key, product);
    }
  }
  const [first] = products.values();
  return { software, products, version: first?.version ?? null };
}

function readProduct(cpe: Cpe): SubjectProduct {
  const known = cpe.version !== "*" && cpe.version !== "-";
  const keys = aliasesOf(productKey(cpe));
  const short =
    /^\d+$/.test(cpe.version) ||
    (/^\d+\.\d+$/.test(cpe.version) && keys.some((key) => threeNumbers.has(key)));
  return {
    cpe,
    version: known ? readUpstream(cpe.version, cpe.update) : null,
    truncated: known && short,
  };
}
