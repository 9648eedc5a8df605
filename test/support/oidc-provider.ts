/** A small OpenID Connect provider over real HTTP: discovery, authorization code with PKCE, RS256 ID tokens, JWKS. */
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { type Server, createServer } from "node:http";
import { once } from "node:events";
import { after } from "node:test";

/** Who signs in at the provider, and what it says of that person. */
export interface ProviderPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in from now on; `null`: the provider says no. */
  person: ProviderPerson | null;
  /** What the next ID tokens say differently. */
  spoil: Record<string, unknown>;
  /** It answers nothing but failures. */
  isAway: boolean;
  /** Another key than the published one signs. */
  forge: boolean;
}

interface Grant {
  nonce: string | null;
  challenge: string | null;
  redirectUri: string;
  person: ProviderPerson;
}

/** Runs until the file's last test. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const otherKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const server: Server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const provider: OidcProvider = {
    issuer: `http://127.0.0.1:${port}/realm`,
    clientId: "vedette",
    clientSecret: "a client's secret",
    person: null,
    spoil: {},
    forge: false,
    isAway: false,
  };

  function idToken({ nonce, person }: Grant): string {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      aud: provider.clientId,
      iat: seconds,
      exp: seconds + 300,
      ...(nonce === null ? {} : { nonce }),
      ...person,
      ...provider.spoil,
    };
    const parts = [{ alg: "RS256", typ: "JWT", kid: "k" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const key = provider.forge ? otherKeys.privateKey : keys.privateKey;
    const signature = sign("sha256", Buffer.from(parts.join(".")), key).toString("base64url");
    return [...parts, signature].join(".");
  }

  function authorize(query: URLSearchParams): string {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (provider.person === null || query.get("client_id") !== provider.clientId) {
      back.searchParams.set("error", "access_denied");
      return back.href;
    }
    const code = randomUUID();
    grants.set(code, {
      nonce: query.get("nonce"),
      challenge: query.get("code_challenge"),
      redirectUri: query.get("redirect_uri") ?? "",
      person: provider.person,
    });
    back.searchParams.set("code", code);
    return back.href;
  }

  /** RFC 6749 section 4.1.3, RFC 7636 section 4.6. */
  function exchange(form: URLSearchParams, authorization: string | undefined): object | null {
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const basic = Buffer.from(authorization?.replace(/^Basic /, "") ?? "", "base64").toString();
    const secret = form.get("client_secret") ?? decodeURIComponent(basic.split(":")[1] ?? "");
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (grant === undefined || grant.challenge !== challenge) return null;
    if (secret !== provider.clientSecret) return null;
    if (form.get("redirect_uri") !== grant.redirectUri) return null;
    return {
      access_token: randomUUID(),
      token_type: "Bearer",
      expires_in: 300,
      id_token: idToken(grant),
    };
  }

  server.on("request", (request, response) => {
    const url = new URL(request.url ?? "/", provider.issuer);
    const json = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (provider.isAway) return json(503, {});
    if (url.pathname === "/realm/.well-known/openid-configuration") {
      return json(200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
      });
    }
    if (url.pathname === "/realm/jwks") {
      const jwk = keys.publicKey.export({ format: "jwk" });
      return json(200, { keys: [{ ...jwk, kid: "k", use: "sig", alg: "RS256" }] });
    }
    if (url.pathname === "/realm/authorize") {
      response.writeHead(302, { location: authorize(url.searchParams) });
      return void response.end();
    }
    if (url.pathname !== "/realm/token") return json(404, {});
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const tokens = exchange(new URLSearchParams(body), request.headers.authorization);
      json(tokens === null ? 400 : 200, tokens ?? { error: "invalid_grant" });
    });
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return provider;
}
