import { randomUUID } from "node:crypto";

/** An answer of Graph, by itself or as a part of a batch. */
export interface GraphAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An error in the envelope that Graph has for all of them. */
export function graphError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): GraphAnswer {
  const innerError = {
    date: "2026-11-21T10:17:06",
    "request-id": randomUUID(),
    "client-request-id": randomUUID(),
  };
  return { status, headers, body: { error: { code, message, innerError } } };
}

/** The words of the services behind Graph for a missing permission. */
export const denials = {
  directory: () =>
    graphError(
      403,
      "Authorization_RequestDenied",
      "Insufficient privileges to complete the operation.",
    ),
  policies: () =>
    graphError(
      403,
      "AccessDenied",
      "You cannot perform the requested operation, required scopes are missing in the token.",
    ),
  roles: (permissions: readonly string[]) =>
    graphError(
      403,
      "UnknownError",
      JSON.stringify({
        errorCode: "PermissionScopeNotGranted",
        message: `Authorization failed due to missing permission scope ${permissions.join(",")}.`,
        instanceAnnotations: [],
      }),
    ),
} as const;

export const errors = {
  noSegment: (name: string) =>
    graphError(400, "BadRequest", `Resource not found for the segment '${name}'.`),
  noObject: (id: string) =>
    graphError(
      404,
      "Request_ResourceNotFound",
      `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
    ),
  noProperty: (name: string, type: string) =>
    graphError(
      400,
      "Request_BadRequest",
      `Could not find a property named '${name}' on type 'microsoft.graph.${type}'.`,
    ),
  badFilter: (text: string) =>
    graphError(400, "BadRequest", `Invalid filter clause: unsupported expression '${text}'.`),
  badMethod: () =>
    graphError(
      405,
      "Request_BadRequest",
      "Specified HTTP method is not allowed for the request target.",
    ),
  badBatch: (message: string) => graphError(400, "BadRequest", message),
  throttled: (retryAfter: string | null) =>
    graphError(
      429,
      "TooManyRequests",
      "Please retry again later.",
      retryAfter === null ? {} : { "Retry-After": retryAfter },
    ),
  noToken: () => graphError(401, "InvalidAuthenticationToken", "Access token is empty."),
  wrongToken: () =>
    graphError(
      401,
      "InvalidAuthenticationToken",
      "CompactToken parsing failed with error code: 80049217",
    ),
  oldToken: () =>
    graphError(
      401,
      "InvalidAuthenticationToken",
      "Lifetime validation failed, the token is expired.",
    ),
  unlicensedRoles: () =>
    graphError(
      400,
      "AadPremiumLicenseRequired",
      "The tenant needs to have Microsoft Entra ID P2 or Microsoft Entra ID Governance license.",
    ),
  unlicensedSignIns: () =>
    graphError(
      403,
      "Authentication_RequestFromNonPremiumTenantOrB2CTenant",
      "Neither tenant is B2C or tenant doesn't have premium license",
    ),
  noSignIns: (permission: string) =>
    graphError(
      403,
      "Authentication_MSGraphPermissionMissing",
      `Calling principal does not have required MSGraph permissions ${permission}`,
    ),
  /** After seven days: a bad request, whatever else the documentation says of 410. */
  oldDelta: () =>
    graphError(
      400,
      "syncStateNotFound",
      "The sync state generation is not found. The delta token is expired and data must be synchronized again.",
    ),
  goneDelta: () =>
    graphError(
      410,
      "resyncRequired",
      "The delta token is no longer valid, and the app must reset the sync state.",
    ),
} as const;

/** An error of the token service. */
export function tokenError(
  status: number,
  error: string,
  code: number,
  sentence: string,
): GraphAnswer {
  const ids = { trace_id: randomUUID(), correlation_id: randomUUID() };
  const at = "2026-11-21 10:17:06Z";
  return {
    status,
    headers: {},
    body: {
      error,
      error_description: `AADSTS${code}: ${sentence} Trace ID: ${ids.trace_id} Correlation ID: ${ids.correlation_id} Timestamp: ${at}`,
      error_codes: [code],
      timestamp: at,
      ...ids,
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    },
  };
}
