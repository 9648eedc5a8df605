import { attack, microsoft } from "#engines/rule-words";

export const forgedCertificates = attack("T1649", "Steal or Forge Authentication Certificates");

/** All of them, in the words of those who look for them. */
export const escPage = {
  title: "Certipy: privilege escalation by certificate services, ESC1 to ESC17",
  url: "https://github.com/ly4k/Certipy/wiki/06-%E2%80%90-Privilege-Escalation",
};

/** A posture assessment of Defender for Identity. */
export function defenderPage(page: string, title: string) {
  return microsoft(title, `defender-for-identity/${page}`);
}
