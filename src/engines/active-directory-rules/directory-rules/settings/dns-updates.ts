import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, evaluated, microsoft, notApplicable, notEvaluated } from "#engines/rule-words";
import { targetOf } from "../../targets.ts";

/** DNS_ZONE_UPDATE_UNSECURE, MS-DNSP 2.2.6.1.1 (fAllowUpdate). */
const byAnybody = 1;

/** Who may write a name may be the server that others look for. */
export const dnsUpdates: Rule<Domain> = {
  id: "ad.insecure-dns-updates",
  title: "Anybody may change the records of a DNS zone",
  category: "domain_settings",
  severity: "HIGH",
  asks: "DNS zones in the directory that take updates from anybody, signed in or not (ZONE_UPDATE_UNSECURE in dNSProperty).",
  remediation: [
    "Have the zone take secure updates only; clients that cannot sign in then need records made by hand or by DHCP:",
    "Set-DnsServerPrimaryZone -Name ZONE -DynamicUpdate Secure",
  ].join("\n"),
  references: [
    attack("T1557", "Adversary-in-the-Middle"),
    microsoft("Dynamic update", "windows-server/networking/dns/dynamic-update"),
  ],
  evaluate({ dnsZones }) {
    if (dnsZones === null) {
      return notEvaluated(
        "Needs the right to read the DNS zones (DomainDnsZones, ForestDnsZones and CN=MicrosoftDNS,CN=System).",
      );
    }
    if (dnsZones.length === 0) return notApplicable("There are no DNS zones in the directory.");
    // A zone without the property is one that takes no updates: root hints, trust anchors.
    return evaluated(
      dnsZones.length,
      dnsZones
        .filter(({ allowUpdate }) => allowUpdate === byAnybody)
        .map((zone) => ({
          target: targetOf("dns_zone", zone),
          evidence: ["The zone takes updates from anybody, without signing in."],
        })),
    );
  },
};
