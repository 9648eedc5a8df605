import type { AuthenticationStrength, PolicyGrant } from "../tenant.ts";

/** Built-in strengths (Microsoft, "Overview of authentication strengths"): multifactor, passwordless, phishing-resistant. */
const multifactorStrengths = [
  "00000000-0000-0000-0000-000000000002",
  "00000000-0000-0000-0000-000000000003",
  "00000000-0000-0000-0000-000000000004",
];
const phishingResistantStrength = "00000000-0000-0000-0000-000000000004";
/** Ways to sign in that no lookalike page can pass on. */
const phishingResistantWays = ["windowsHelloForBusiness", "fido2", "x509CertificateMultiFactor"];
/** Ways that take one factor alone. */
const singleFactorWays = [
  "password",
  "sms",
  "voice",
  "email",
  "softwareOath",
  "hardwareOath",
  "qrCodePin",
  "federatedSingleFactor",
  "x509CertificateSingleFactor",
];

type Satisfies = (grant: PolicyGrant) => boolean | null;

/** Nobody gets in. */
export const blocks: Satisfies = ({ controls }) => controls.includes("block");

/** A second factor is asked for, or nobody gets in. */
export const asksForSecondFactor: Satisfies = (grant) =>
  asks(grant, (control) => control === "mfa" || control === "block", isMultifactor);

/** A factor is asked for that cannot be phished, or nobody gets in. */
export const asksForPhishingResistance: Satisfies = (grant) =>
  asks(grant, (control) => control === "block", isPhishingResistant);

/** A user at risk is blocked, or has to set a new password, or to be remedied in Microsoft's own way. */
export const stopsUserAtRisk: Satisfies = (grant) =>
  asks(
    grant,
    (control) =>
      control === "block" || control === "passwordChange" || control === "riskRemediation",
    () => false,
  );

/**
 * Whether the controls include one that does: where one of several suffices, each has to.
 */
function asks(
  { all, controls, strength }: PolicyGrant,
  does: (control: string) => boolean,
  isStrong: (strength: AuthenticationStrength) => boolean | null,
): boolean | null {
  const answers: (boolean | null)[] = controls.map(does);
  if (strength !== null) answers.push(isStrong(strength));
  if (answers.length === 0) return false;
  if (all) return answers.includes(true) ? true : answers.includes(null) ? null : false;
  return answers.includes(false) ? false : answers.includes(null) ? null : true;
}

function isMultifactor({ id, combinations }: AuthenticationStrength): boolean | null {
  if (multifactorStrengths.includes(id)) return true;
  if (combinations === null || combinations.length === 0) return null;
  return combinations.every((ways) => !singleFactorWays.includes(ways));
}

function isPhishingResistant({ id, combinations }: AuthenticationStrength): boolean | null {
  if (id === phishingResistantStrength) return true;
  if (combinations === null || combinations.length === 0) return null;
  return combinations.every((ways) => phishingResistantWays.includes(ways));
}
