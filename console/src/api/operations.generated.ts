// Written by scripts/write-openapi.ts from openapi/console.json; never edited.

export type Error = {
  /** A sentence that a person can act on. */ error: string;
  /** From a closed list that only grows. */ code:
    | "invalid_request"
    | "plan_limit_reached"
    | "unauthorized"
    | "forbidden"
    | "not_found"
    | "rate_limited"
    | "internal"
    | "unavailable";
  /** The same as the header X-Request-Id. */ requestId: string;
  details?:
    | {
        /** JSON pointer into the body, or the name of a query parameter. */ path: string;
        message: string;
      }[]
    | undefined;
};
export type Session = {
  /** null: nobody has signed in. */ user: { id: string; name: string; email: string } | null;
  tenants: {
    id: string;
    name: string;
    role: "owner" | "administrator" | "operator" | "viewer";
    companyIds: string[] | null;
  }[];
  /** Whether the first administrator was made. */ isSetUp: boolean;
};
export type ApiKey = {
  id: string;
  service: "monitor" | "exposure";
  scope: "read" | "read_write";
  name: string;
  /** The first secret characters, to tell keys apart. */ hint: string;
  /** When it was made. Unix epoch milliseconds. */ createdAt: number;
  /** Who made it. */ createdBy: string;
  /** When it was last used, up to 5 minutes behind; null: never. Unix epoch milliseconds. */ lastUsedAt:
    | number
    | null;
  /** When it was revoked; null: it is valid. Unix epoch milliseconds. */ revokedAt: number | null;
};

/** What each operation takes and answers. */
export interface Operations {
  /** Make a key; it is shown this once */
  createApiKey: {
    path: { tenantId: string };
    body: { service: "monitor" | "exposure"; scope: "read" | "read_write"; name: string };
    reply: { id: string; /** The key itself, never to be seen again. */ key: string };
  };
  /** Who has signed in, and to which tenants */
  getSession: { reply: Session };
  /** The tenant's API keys, the revoked ones last */
  listApiKeys: { path: { tenantId: string }; reply: { items: ApiKey[] } };
  /** Revoke a key: the next request with it is refused */
  revokeApiKey: { path: { tenantId: string; id: string }; reply: { ok: boolean } };
  /** What changes, as it changes */
  watchTenant: { path: { tenantId: string }; reply: string };
}

/** Method and path of each operation. */
export const operations = {
  createApiKey: ["POST", "/tenants/{tenantId}/api-keys"],
  getSession: ["GET", "/session"],
  listApiKeys: ["GET", "/tenants/{tenantId}/api-keys"],
  revokeApiKey: ["DELETE", "/tenants/{tenantId}/api-keys/{id}"],
  watchTenant: ["GET", "/tenants/{tenantId}/live"],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;
