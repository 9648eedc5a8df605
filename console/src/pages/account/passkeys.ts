import { t } from "../../text/text.ts";

/** Whether this browser, at this address, has passkeys: they need HTTPS or localhost, and a host that is no bare address. */
export function passkeysWork(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential === "function" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)
  );
}

/** Lets the browser make a passkey. @throws Error with a sentence when nothing came of it. */
export async function makePasskey(options: unknown): Promise<RegistrationResponseJSON> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await told(() => navigator.credentials.create({ publicKey }));
  return credential.toJSON() as RegistrationResponseJSON;
}

/** Lets the person show a passkey. @throws Error likewise. */
export async function showPasskey(options: unknown): Promise<AuthenticationResponseJSON> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await told(() => navigator.credentials.get({ publicKey }));
  return credential.toJSON() as AuthenticationResponseJSON;
}

async function told(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "InvalidStateError") throw new Error(t("account.passkeyKnown"), { cause: error });
    throw new Error(t("account.passkeyStopped"), { cause: error });
  }
  if (credential instanceof PublicKeyCredential) return credential;
  throw new Error(t("account.passkeyStopped"));
}
