import type {
  CertificateFacts,
  CheckOutcome,
  HostFacts,
  InterfaceFacts,
  TlsFacts,
} from "#engines/check-types";
import { type CheckResult, largestNumber } from "#wire/collector.v1";

/**
 * An outcome as it travels: what is `null` is left out, so that a plain success is short; texts and numbers fit the bounds
 * of the wire, whatever a device said, since one result out of bounds would have its whole batch refused.
 */
export function wireResult(sensorId: string, at: number, outcome: CheckOutcome): CheckResult {
  const result: CheckResult = { sensorId, at, ok: outcome.ok };
  if (outcome.cause !== null) result.cause = cut(outcome.cause, 500);
  if (outcome.causeCode !== null) result.causeCode = outcome.causeCode;
  set(result, "latencyMs", rounded(outcome.latencyMs));
  set(result, "httpStatus", whole(outcome.httpStatus, 0, 999));
  set(result, "certDaysLeft", whole(outcome.certDaysLeft, -100_000, 1_000_000));
  set(result, "lossPercent", rounded(outcome.lossPercent));
  set(result, "jitterMs", rounded(outcome.jitterMs));
  const detail = detailOf(outcome);
  if (Object.keys(detail).length > 0) result.detail = detail;
  if (outcome.interfaces !== null) {
    result.interfaces = outcome.interfaces.slice(0, 2000).map(wireInterface);
  }
  if (outcome.host !== null) result.host = outcome.host.slice(0, 500).map(wireHost);
  return result;
}

type Detail = NonNullable<CheckResult["detail"]>;

function detailOf({ address, phases, tls }: CheckOutcome): Detail {
  const detail: Detail = {};
  if (address !== null) detail.address = cut(address, 100);
  if (phases !== null) {
    const known = Object.entries(phases).flatMap(([phase, ms]): [string, number][] => {
      const value = rounded(ms ?? null);
      return value === null ? [] : [[phase, value]];
    });
    if (known.length > 0) detail.phases = Object.fromEntries(known);
  }
  if (tls !== null) detail.tls = wireTls(tls);
  return detail;
}

function wireTls({ protocol, cipher, names, certificates }: TlsFacts): NonNullable<Detail["tls"]> {
  return {
    protocol: cut(protocol, 20),
    cipher: cut(cipher, 60),
    ...(names === undefined ? {} : { names: names.slice(0, 21).map((name) => cut(name, 255)) }),
    ...(certificates === undefined
      ? {}
      : { certificates: certificates.slice(0, 5).map(wireCertificate) }),
  };
}

function wireCertificate({ subject, issuer, validFromAt, validToAt }: CertificateFacts) {
  return {
    subject: cut(subject, 200),
    issuer: cut(issuer, 200),
    ...(validFromAt === null ? {} : { validFromAt }),
    ...(validToAt === null ? {} : { validToAt }),
  };
}

function wireInterface(facts: InterfaceFacts): NonNullable<CheckResult["interfaces"]>[number] {
  return {
    name: cut(facts.name, 255),
    alias: facts.alias === null ? null : cut(facts.alias, 255),
    ifIndex: whole(facts.ifIndex, 0, 2 ** 31 - 1),
    adminStatus: facts.adminStatus,
    operStatus: facts.operStatus,
    speedBps: rounded(facts.speedBps),
    inBps: rounded(facts.inBps),
    outBps: rounded(facts.outBps),
    inErrorsPerSec: rounded(facts.inErrorsPerSec),
    outErrorsPerSec: rounded(facts.outErrorsPerSec),
    inDiscardsPerSec: rounded(facts.inDiscardsPerSec),
    outDiscardsPerSec: rounded(facts.outDiscardsPerSec),
    utilisationPercent: rounded(facts.utilisationPercent),
  };
}

export function wireHost(facts: HostFacts): NonNullable<CheckResult["host"]>[number] {
  return {
    aspect: facts.aspect,
    name: cut(facts.name, 255),
    percent: rounded(facts.percent),
    used: rounded(facts.used),
    total: rounded(facts.total),
    seconds: rounded(facts.seconds),
  };
}

function set<K extends "latencyMs" | "httpStatus" | "certDaysLeft" | "lossPercent" | "jitterMs">(
  result: CheckResult,
  field: K,
  value: number | null,
): void {
  if (value !== null) result[field] = value;
}

/** To thousandths: a microsecond, where it is a time. The wire has no infinity, no NaN and nothing near them, and one zero. */
export function rounded(value: number | null): number | null {
  if (value === null || !(Math.abs(value) <= largestNumber)) return null;
  return Math.abs(value) < 1e12 ? Math.round(value * 1000) / 1000 + 0 : value;
}

function whole(value: number | null, least: number, most: number): number | null {
  return value !== null && Number.isInteger(value) && value >= least && value <= most
    ? value + 0
    : null;
}

/**
 * Cut by UTF-16 units, as the wire's checker counts. What a device sent may hold halves of characters and NUL, which
 * PostgreSQL takes in no text.
 */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replaceAll("\0", "\uFFFD").toWellFormed();
}
