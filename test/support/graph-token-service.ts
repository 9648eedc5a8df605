import { randomBytes } from "node:crypto";
import { type GraphAnswer, tokenError } from "#test/graph-errors";
import type { GraphTenant } from "#test/graph-server";

/**
 * Why Microsoft's login gives no token; `null`: it gives one.
 *
 * @param named what stands for the tenant in the path.
 * @param scope what must be asked for.
 */
export function refuseToken(
  tenant: GraphTenant,
  named: string,
  form: URLSearchParams,
  scope: string,
): GraphAnswer | null {
  const { id, domains = [], application } = tenant;
  const names = [id, ...domains].map((name) => name.toLowerCase());
  if (!names.includes(named.toLowerCase())) {
    const sentence = `Tenant '${named}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`;
    return tokenError(400, "invalid_request", 90_002, sentence);
  }
  const client = form.get("client_id");
  if (client !== application.id) {
    const sentence = `Application with identifier '${client}' was not found in the directory '${id}'.`;
    return tokenError(400, "unauthorized_client", 700_016, sentence);
  }
  if (form.get("grant_type") !== "client_credentials") {
    return tokenError(400, "unsupported_grant_type", 70_003, "The grant is not supported.");
  }
  if (form.get("scope") !== scope) {
    const sentence = `The provided value for scope ${form.get("scope")} is not valid.`;
    return tokenError(400, "invalid_scope", 1_002_012, sentence);
  }
  if (form.get("client_secret") !== application.secret) {
    const sentence = `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${client}'.`;
    return tokenError(401, "invalid_client", 7_000_215, sentence);
  }
  if (application.state === "secret_expired") {
    const sentence = `The provided client secret keys for app '${client}' are expired.`;
    return tokenError(401, "invalid_client", 7_000_222, sentence);
  }
  if (application.state === "disabled") {
    const sentence = `Application '${client}'(vedette) is disabled.`;
    return tokenError(401, "unauthorized_client", 7_000_112, sentence);
  }
  return null;
}

/** A token as it looks: a JSON Web Token that nobody can read. */
export function makeToken(): string {
  const part = (bytes: number) => randomBytes(bytes).toString("base64url");
  return `eyJ0eXAiOiJKV1QifQ.${part(600)}.${part(256)}`;
}
