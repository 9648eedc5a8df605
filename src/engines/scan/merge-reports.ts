import type { HostReport, ServiceFacts } from "#engines/scan-types";

/**
 * What our own engine and nmap say of one host, together: of each service, and of the operating system and the kind of
 * device, the one that is surer wins, and the other fills in what it left open. Which ports were looked at, whether the
 * host is up, and what was tried (observations, TLS, HTTP) is our own report's, always.
 */
export function mergeReports(own: HostReport, nmap: HostReport): HostReport {
  const keyOf = (service: ServiceFacts): string => `${service.protocol}/${service.port}`;
  const theirs = new Map(nmap.services.map((service) => [keyOf(service), service]));
  const services = own.services.map((service) => {
    const other = theirs.get(keyOf(service));
    return other === undefined ? service : mergeServices(service, other);
  });
  const os = surer(own.os, nmap.os);
  const device = surer(own.device, nmap.device);
  const mac = own.mac ?? nmap.mac;
  const vendor = own.vendor ?? nmap.vendor;
  const known = new Set(own.names.map(({ name }) => name));
  return {
    ...own,
    names: [...own.names, ...nmap.names.filter(({ name }) => !known.has(name))].slice(0, 50),
    ...(mac === undefined ? {} : { mac }),
    ...(vendor === undefined ? {} : { vendor }),
    ...(os === undefined ? {} : { os }),
    ...(device === undefined ? {} : { device }),
    services,
  };
}

/** One service as both saw it. */
function mergeServices(own: ServiceFacts, nmap: ServiceFacts): ServiceFacts {
  const rank = ({ method, name, product, confidence }: ServiceFacts): number =>
    (method === "probed" ? 10_000 : 0) +
    (product === undefined ? 0 : 1000) +
    (name === undefined ? 0 : 200) +
    confidence;
  const [best, other] = rank(nmap) > rank(own) ? [nmap, own] : [own, nmap];
  // Of another product its version and CPEs would be wrong.
  const same = best.product === undefined || sameProduct(best, other);
  const filled = same ? { ...other, ...best } : best;
  const { tls, startTls, http, banner } = own;
  return {
    ...filled,
    protocol: own.protocol,
    port: own.port,
    cpes: best.cpes.length > 0 || !same ? best.cpes : other.cpes,
    method: best.method,
    confidence: best.confidence,
    observations: own.observations,
    ...(tls === undefined ? {} : { tls }),
    ...(startTls === undefined ? {} : { startTls }),
    ...(http === undefined ? {} : { http }),
    ...(banner === undefined ? {} : { banner }),
    engine: "both",
    // nmap reads a service; it does not try what our checks try.
    unsettled: own.unsettled,
  };
}

function sameProduct(a: ServiceFacts, b: ServiceFacts): boolean {
  if (a.product === undefined || b.product === undefined) return true;
  return a.product.toLowerCase() === b.product.toLowerCase();
}

/** The one with the greater confidence; the first when both are equally sure. */
export function surer<T extends { confidence: number }>(
  own: T | undefined,
  other: T | undefined,
): T | undefined {
  if (own === undefined || other === undefined) return own ?? other;
  return other.confidence > own.confidence ? other : own;
}
