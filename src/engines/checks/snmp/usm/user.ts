import type { SnmpSettings } from "#engines/check-types";
import type { AuthProtocol, PrivProtocol } from "./protocols.ts";

export type SnmpV3Settings = Extract<SnmpSettings, { version: 3 }>;

/** A user with all that the level needs; what a level does not use is `null`. */
export interface UsmUser {
  name: string;
  context: string;
  auth: { protocol: AuthProtocol; password: string } | null;
  priv: { protocol: PrivProtocol; password: string } | null;
}

export type SecurityLevel = "noAuthNoPriv" | "authNoPriv" | "authPriv";

/**
 * The user that the settings mean. Without a level it is the highest that the passwords allow; without protocols they
 * are SHA (RFC 3414) and AES (RFC 3826). A string says which password is missing.
 */
export function usmUser(settings: SnmpV3Settings): UsmUser | string {
  const { user, authPassword, privPassword } = settings;
  const level = settings.level ?? impliedLevel(settings);
  const base = { name: user, context: settings.context ?? "" };
  if (level === "noAuthNoPriv") return { ...base, auth: null, priv: null };
  if (authPassword === undefined) {
    return `SNMPv3 user ${JSON.stringify(user)} has no authPassword, which level ${level} needs`;
  }
  const auth = { protocol: settings.authProtocol ?? "SHA", password: authPassword };
  if (level === "authNoPriv") return { ...base, auth, priv: null };
  if (privPassword === undefined) {
    return `SNMPv3 user ${JSON.stringify(user)} has no privPassword, which level authPriv needs`;
  }
  return {
    ...base,
    auth,
    priv: { protocol: settings.privProtocol ?? "AES", password: privPassword },
  };
}

/** The level at which a user speaks. */
export function levelOf(user: UsmUser): SecurityLevel {
  if (user.priv !== null) return "authPriv";
  return user.auth === null ? "noAuthNoPriv" : "authNoPriv";
}

function impliedLevel(settings: SnmpV3Settings): SecurityLevel {
  if (settings.privPassword !== undefined) return "authPriv";
  return settings.authPassword === undefined ? "noAuthNoPriv" : "authNoPriv";
}
