import { type ReplyError, readError } from "./reply-error.ts";

/** The answer to one request, by itself or as a part of a batch. */
export interface Reply {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; `undefined`: it is no JSON. */
  readonly body: unknown;
}

/** What an answer means. */
export type Judgement =
  | { readonly kind: "answered" }
  /** To be asked again, later. */
  | { readonly kind: "busy" }
  /** The token is not accepted. */
  | { readonly kind: "unauthorised" }
  /** There is no such thing, or nothing in it. */
  | { readonly kind: "absent" }
  /** What changed since then is no longer known: to be read anew. */
  | { readonly kind: "gone" }
  | { readonly kind: "unpermitted" }
  | { readonly kind: "unlicensed" }
  | { readonly kind: "failed" };

/**
 * 429, 503, 504 and 509 by Graph's documentation; 424 is the status of a batch of which parts are throttled. 408, 500 and 502 pass as well.
 */
const busyStatuses = new Set([408, 424, 425, 429, 500, 502, 503, 504, 509]);

/**
 * `AadPremiumLicenseRequired` comes with 400 from the service of privileged roles, `Authentication_RequestFromNonPremiumTenantOrB2CTenant`
 * with 403 from reports and sign-ins; others only say it in words.
 */
const licenceCodes = /NonPremiumTenant|PremiumLicen[cs]e|Licen[cs]eRequired|NotLicensed/i;
const licenceWords = /\blicen[cs]e[ds]?\b|\bpremium\b/i;

/**
 * Of permissions that are missing, whatever the words: sign-ins say "Failed to do premium license check" to an application that may
 * not read the directory. What the directory (`Authorization_RequestDenied`) and policies (`AccessDenied`) say goes by its words.
 */
const permissionCodes =
  /^(?:Authentication_(?:MSGraphPermissionMissing|ApplicationHasNoDirectoryReadAccess)|PermissionScopeNotGranted)$/i;

/** Of deltas that have to be begun anew: after seven days it is `syncStateNotFound` with status 400. */
const goneCodes = /^(syncStateNotFound|resyncRequired)$/i;

/** Whether a status says: later. */
export function isBusy(status: number): boolean {
  return busyStatuses.has(status);
}

/** Decides what an answer means. */
export function judgeReply({ status, body }: Reply): Judgement {
  if (status === 204) return { kind: "absent" };
  if (status >= 200 && status < 300) return { kind: "answered" };
  const error = readError(body);
  if (status === 410 || goneCodes.test(error.code)) return { kind: "gone" };
  if ([400, 401, 402, 403].includes(status) && isAboutLicences(error))
    return { kind: "unlicensed" };
  if (isBusy(status)) return { kind: "busy" };
  if (status === 401) return { kind: "unauthorised" };
  if (status === 403) return { kind: "unpermitted" };
  return { kind: status === 404 ? "absent" : "failed" };
}

/** Whoever lacks a permission may be told that a licence could not be looked at: that says nothing of the licence. */
function isAboutLicences({ code, message }: ReplyError): boolean {
  if (permissionCodes.test(code)) return false;
  return licenceCodes.test(code) || licenceWords.test(message);
}
