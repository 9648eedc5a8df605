import {
  type Cpe,
  type InstalledPackage,
  parseCpe,
  productKey,
  type Software,
} from "#engines/vulnerability-types";
import { aliasesOf } from "./products/aliases.ts";
import { sourcePackageOf } from "./products/source-packages.ts";
import { readUpstream, type UpstreamVersion } from "./upstream-version.ts";

/** A product that runs there, read once for all the records that it is held against. */
export interface Product {
  readonly cpe: Cpe;
  /** `vendor:product`, the first one as it was found, then its aliases. */
  readonly keys: readonly string[];
  /** `null`: not known. */
  readonly version: UpstreamVersion | null;
  /** Only the beginning of the version is known: `2.4` of a server that hides the rest. */
  readonly truncated: boolean;
}

/** One product of a piece of software; a web server may name several: itself, its modules, the application behind it. */
export interface Subject {
  readonly software: Software;
  /** `null`: known by its package alone. */
  readonly product: Product | null;
  /** The package that this product came in; `null`: not a distribution's. */
  readonly package: InstalledPackage | null;
  /** What else the same service named. */
  readonly companions: readonly Product[];
}

/** The products of a piece of software, each with its own package: at least one. */
export function readSubjects(software: Software): Subject[] {
  const products: Product[] = [];
  for (const text of software.cpes) {
    const cpe = parseCpe(text);
    if (cpe === null || products.some(({ keys }) => keys.includes(productKey(cpe)))) continue;
    products.push(readProduct(cpe));
  }
  if (products.length === 0) {
    return [{ software, product: null, package: software.package, companions: [] }];
  }
  const packaged = packagedProduct(software, products);
  return products.map((product) => ({
    software,
    product,
    package: product === packaged ? software.package : companionPackage(software.package, product),
    companions: products.filter((other) => other !== product),
  }));
}

/** The product that the package is of: by the name of the package, or else the first. */
function packagedProduct(software: Software, products: readonly Product[]): Product | undefined {
  const installed = software.package;
  return (
    products.find(
      (product) => installed !== null && sourceOf(installed, product) === installed.source,
    ) ?? products[0]
  );
}

/** What else a distribution's service names came from the same archive, if that has it; its revision is not known. */
function companionPackage(
  main: InstalledPackage | null,
  product: Product,
): InstalledPackage | null {
  const source = main && sourceOf(main, product);
  if (main === null || source === null) return null;
  return {
    distribution: main.distribution,
    release: main.release,
    source,
    version: main.version === null ? null : (product.version?.text ?? null),
    hasEpoch: false,
  };
}

function sourceOf({ distribution }: InstalledPackage, { keys, version }: Product): string | null {
  const [key = ""] = keys;
  return sourcePackageOf(distribution, key, version?.text ?? null);
}

/** Whether a hidden rest of the version could reach this end of a range: `2.4` may be anything up to `2.4.38`, or beyond. */
export function mayReach({ truncated, version }: Product, end: UpstreamVersion): boolean {
  return truncated && version !== null && end.text.startsWith(`${version.text}.`);
}

/** Products whose releases have three numbers and which can be told to show fewer (`ServerTokens Minor`). */
const threeNumbers = new Set([
  "apache:http_server",
  "apache:tomcat",
  "f5:nginx",
  "lighttpd:lighttpd",
  "php:php",
]);

function readProduct(cpe: Cpe): Product {
  const keys = aliasesOf(productKey(cpe));
  const known = cpe.version !== "*" && cpe.version !== "-";
  const short =
    /^\d+$/.test(cpe.version) ||
    (/^\d+\.\d+$/.test(cpe.version) && keys.some((key) => threeNumbers.has(key)));
  return {
    cpe,
    keys,
    version: known ? readUpstream(cpe.version, cpe.update) : null,
    truncated: known && short,
  };
}
