import type { HostReport } from "#engines/scan-types";
import { cpeOf } from "../../products/product.ts";
import { replyText } from "../../reply-text.ts";
import type { UdpProbe } from "../udp-probe.ts";

const everyInstance = 0x03;
const response = 0x05;

/** The year in a product's name, by its major version. */
const years: ReadonlyMap<number, string> = new Map([
  [10, "2008"],
  [11, "2012"],
  [12, "2014"],
  [13, "2016"],
  [14, "2017"],
  [15, "2019"],
  [16, "2022"],
]);

/** SQL Server Browser ([MC-SQLR] sections 2.2.2 and 2.2.5): which instances there are, their versions and ports. */
export const mssqlProbe: UdpProbe = {
  ports: [1434],
  ask: () => [
    {
      datagram: Buffer.from([everyInstance]),
      read(reply) {
        if (reply.readUInt8(0) !== response || reply.readUInt16LE(1) > reply.length - 3)
          return null;
        const text = replyText(reply.subarray(3), 2000);
        const words = text.split(";");
        const fields = new Map<string, string>();
        for (let at = 0; at + 1 < words.length; at += 2) {
          const [key = "", value = ""] = words.slice(at, at + 2);
          if (key === "") break; // two semicolons end an instance
          fields.set(key, value);
        }
        const version = fields.get("Version");
        const host = fields.get("ServerName");
        if (version === undefined || host === undefined || !/^\d[\d.]{2,30}$/.test(version))
          return null;
        const year = years.get(Number.parseInt(version, 10));
        const names: HostReport["names"] = [{ name: host, source: "netbios" }];
        return {
          name: "ms-sql-m",
          product: `Microsoft SQL Server${year === undefined ? "" : ` ${year}`}`,
          version,
          cpes:
            year === undefined
              ? [cpeOf("microsoft:sql_server", version)]
              : [
                  cpeOf(`microsoft:sql_server_${year}`, version),
                  cpeOf("microsoft:sql_server", year),
                ],
          extraInfo: `instance ${fields.get("InstanceName") ?? "unnamed"}, tcp ${fields.get("tcp") ?? "off"}`,
          banner: text,
          names,
          confidence: 80,
        };
      },
    },
  ],
};
