import { isRecord } from "./record.ts";

/** Whose token was asked for. */
interface Asker {
  readonly tenantId: string;
  readonly clientId: string;
  readonly loginHost: string;
}

/**
 * What the codes of Entra's token service mean for whoever set the directory up
 * (learn.microsoft.com/entra/identity-platform/reference-error-codes).
 */
const meanings: Readonly<Record<number, (asker: Asker) => string>> = {
  7000215: ({ clientId }) =>
    `The client secret of the application ${clientId} is wrong. Take the secret's value, not its id.`,
  7000222: ({ clientId }) =>
    `The client secret of the application ${clientId} has expired. Make a new one and declare it.`,
  7000216: ({ clientId }) => `The application ${clientId} has to give a client secret.`,
  7000218: ({ clientId }) => `The application ${clientId} has to give a client secret.`,
  7000112: ({ clientId }) => `The application ${clientId} is disabled.`,
  700016: ({ clientId, tenantId }) =>
    `The tenant ${tenantId} does not know the application ${clientId}. Check clientId and tenantId, and that the application was given consent there.`,
  90002: ({ tenantId, loginHost }) =>
    `${loginHost} does not know the tenant ${tenantId}. Check tenantId, and loginUrl if it is in a national cloud.`,
  900_023: ({ tenantId }) =>
    `${tenantId} is neither the id of a tenant nor one of its domains. Check tenantId.`,
  500_011: ({ tenantId }) =>
    `The tenant ${tenantId} does not know Microsoft Graph by this address. Check graphUrl.`,
  1_002_012: () => "The token service does not take Microsoft Graph's address. Check graphUrl.",
  70_011: () => "The token service does not take Microsoft Graph's address. Check graphUrl.",
  53_003: ({ clientId }) =>
    `A conditional access policy for workload identities blocks the application ${clientId}.`,
  530_004: ({ clientId }) =>
    `A conditional access policy for workload identities blocks the application ${clientId}.`,
  90_033: () => "The token service is not available for now.",
};

/** Why the token service gave no token, a sentence with the code behind it; of a code without a meaning here what it says itself. */
export function explainTokenRefusal(
  body: unknown,
  asker: Asker,
  quote: (text: string) => string,
): string {
  const description = isRecord(body) ? body["error_description"] : undefined;
  const text = typeof description === "string" ? description : "";
  const code = codesOf(body, text).find((one) => one in meanings);
  if (code !== undefined) return `${meanings[code]?.(asker) ?? ""} (AADSTS${code})`;
  // The first line; behind it come ids of the request.
  const [said = ""] = text.split(/\s*[\r\n]|\s*Trace ID:/);
  return said === ""
    ? `${asker.loginHost} gives no token and does not say why.`
    : `${asker.loginHost} gives no token: ${quote(said)}`;
}

function codesOf(body: unknown, text: string): number[] {
  const listed = isRecord(body) && Array.isArray(body["error_codes"]) ? body["error_codes"] : [];
  const written = /AADSTS(\d{4,9})/.exec(text)?.[1];
  return [...listed, Number(written)].filter((code) => Number.isSafeInteger(code));
}
