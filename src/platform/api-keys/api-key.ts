import type { Scope } from "#platform/context";
import type { Service } from "./key-format.ts";

/** What a key may do, as the command line and the table name it. */
export const keyScopes = ["read", "read_write"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The scopes as replies name them. */
export const scopesOf: Readonly<Record<KeyScope, readonly Scope[]>> = {
  read: Object.freeze(["read"] as const),
  read_write: Object.freeze(["read", "write"] as const),
};

/** A key as people see it: never the key itself, which nobody has but its owner. */
export interface ApiKey {
  id: string;
  tenantId: string;
  tenantName: string;
  service: Service;
  scope: KeyScope;
  name: string;
  /** The first six secret characters. */
  hint: string;
  createdAt: number;
  /** The name of the actor who made it. */
  createdBy: string;
  /** Up to 5 minutes behind; `null`: never used. */
  lastUsedAt: number | null;
  /** `null` while it is valid. */
  revokedAt: number | null;
}

/** Whose request it is, once its key was recognised. */
export interface KeyHolder {
  keyId: string;
  keyName: string;
  tenantId: string;
  tenantName: string;
  scopes: readonly Scope[];
}
