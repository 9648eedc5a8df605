import { getCACertificates } from "node:tls";

/**
 * The authorities whose certificates are trusted where nothing else is said, as PEM: those of the system, or, where it has none, those
 * that come with Node; and those of `NODE_EXTRA_CA_CERTS`.
 */
export function systemRoots(): string[] {
  const system = new Set(getCACertificates("system")); // directories of links hold most of them several times
  const roots = system.size > 0 ? system : getCACertificates("bundled");
  return [...roots, ...getCACertificates("extra")];
}
