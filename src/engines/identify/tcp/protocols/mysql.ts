import { packageByRevision } from "../../products/distribution.ts";
import { cpeOf } from "../../products/product.ts";
import { latin1 } from "../../bytes.ts";
import type { Finding, Protocol } from "../protocol.ts";

/** Initial handshake (protocol 10) or an error packet; a packet begins with its length in three bytes and a number. */
export const mysql: Protocol = {
  name: "mysql",
  ports: [3306, 3307, 3308, 33060, 4000, 6033],
  whole: (bytes) => bytes.length >= 4 && bytes.length >= 4 + bytes.readUIntLE(0, 3),
  betrays: (bytes) => readGreeting(bytes) !== null,
  recognise: readGreeting,
};

function readGreeting(bytes: Buffer): Finding | null {
  if (bytes.length < 8 || bytes[3] !== 0) return null;
  const length = bytes.readUIntLE(0, 3);
  if (length < 4 || length > 1024) return null;
  const packet = bytes.subarray(4, 4 + length);
  if (packet[0] === 0xff) return readRefusal(latin1(packet.subarray(3)));
  if (packet[0] !== 10) return null;
  const end = packet.indexOf(0, 1);
  const told = latin1(packet.subarray(1, end));
  // A version, its end, and then the connection's number and challenge: 13 bytes at least.
  if (end < 2 || end > 200 || packet.length < end + 13 || !/^\d+\.\d+/.test(told)) return null;
  return { ...describe(told), banner: told };
}

/** Error 1130 is a refusal of our address, 1129 of all our connections, 1040 of any more: it still is a database. */
function readRefusal(message: string): Finding | null {
  const match = /(MariaDB|MySQL) server|Too many connections/i.exec(message);
  if (match === null) return null;
  const base = { banner: message.replace(/^#\d{5}/, ""), unsettled: true };
  if (/MariaDB/i.test(match[0])) {
    return { ...base, product: "MariaDB", cpes: [cpeOf("mariadb:mariadb")], confidence: 70 };
  }
  return { ...base, product: "MySQL", cpes: [cpeOf("oracle:mysql")], confidence: 60 };
}

/** `5.5.5-10.11.6-MariaDB-0+deb12u1`: MariaDB puts 5.5.5 in front, so that old replicas accept it. */
function describe(told: string): Finding {
  const version = /^(?:5\.5\.5-)?(\d+(?:\.\d+)+)/.exec(told)?.[1] ?? "";
  const isMaria = /mariadb/i.test(told);
  const revision = told.split(isMaria ? /mariadb(?:-log)?-/i : /^[\d.]+-/)[1] ?? "";
  // MariaDB's own packages carry its name in their revision; Debian's tracker knows nothing of those.
  const named = /maria~/.test(revision) ? null : packageByRevision(version, revision);
  return {
    product: isMaria ? "MariaDB" : /percona/i.test(told) ? "Percona Server for MySQL" : "MySQL",
    version,
    cpes: [cpeOf(isMaria ? "mariadb:mariadb" : "oracle:mysql", version)],
    confidence: 80,
    ...(named === null ? {} : { package: named }),
  };
}
