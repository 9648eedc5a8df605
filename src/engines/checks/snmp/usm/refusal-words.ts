import type { CauseCode } from "#engines/check-types";
import type { Report } from "./reports.ts";
import { levelOf, type UsmUser } from "./user.ts";

/** What a report that ends the conversation says to a person; goes on after the device's name. */
export function refusalWords(report: Report, user: UsmUser): { code: CauseCode; words: string } {
  const name = JSON.stringify(user.name);
  switch (report) {
    case "unknownUserName":
      return credentials(`does not know the SNMPv3 user ${name}: unknown user`);
    case "wrongDigest":
      return credentials(
        `refuses the SNMPv3 user ${name}: wrong authentication password or protocol (${user.auth?.protocol ?? "none"})`,
      );
    case "unsupportedSecurityLevel":
      return credentials(
        `refuses the SNMPv3 user ${name}: unsupported security level ${levelOf(user)}`,
      );
    case "decryptionError":
      return credentials(
        `refuses the SNMPv3 user ${name}: decryption error, wrong privacy password or protocol (${user.priv?.protocol ?? "none"})`,
      );
    case "unknownContext":
    case "unavailableContext":
      return {
        code: "no_such_object",
        words: `has no SNMP context ${JSON.stringify(user.context)}`,
      };
    case "notInTimeWindow":
      return credentials("says that our SNMPv3 time is wrong, without telling its own");
    case "unknownSecurityModel":
    case "invalidMessage":
    case "unknownPduHandler":
    case "unknownEngineId":
    case "other":
      return { code: "protocol", words: `does not process SNMPv3 requests (report: ${report})` };
  }
}

function credentials(words: string): { code: CauseCode; words: string } {
  return { code: "credentials", words };
}
