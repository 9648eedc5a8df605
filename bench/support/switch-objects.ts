import { child, oid } from "../../src/engines/checks/snmp/codec/oid.ts";
import type { Varbind } from "../../src/engines/checks/snmp/codec/varbind.ts";

const ifEntry = oid("1.3.6.1.2.1.2.2.1");
const ifXEntry = oid("1.3.6.1.2.1.31.1.1.1");

/** All of ifTable (22 columns) and ifXTable (19 columns) of a switch with so many ports, and what identifies it. */
export function switchObjects(ports: number): Varbind[] {
  const objects: Varbind[] = [
    { oid: oid("1.3.6.1.2.1.1.1.0"), type: "octets", value: Buffer.from("simulated switch") },
    { oid: oid("1.3.6.1.2.1.1.2.0"), type: "oid", value: oid("1.3.6.1.4.1.8072.3.2.10") },
    { oid: oid("1.3.6.1.2.1.1.3.0"), type: "timeticks", value: 123_456_789 },
    { oid: oid("1.3.6.1.2.1.1.5.0"), type: "octets", value: Buffer.from("switch") },
    { oid: oid("1.3.6.1.2.1.2.1.0"), type: "integer", value: ports },
    { oid: oid("1.3.6.1.2.1.25.1.1.0"), type: "timeticks", value: 223_456_789 },
    { oid: oid("1.3.6.1.6.3.10.2.1.2.0"), type: "integer", value: 7 },
    { oid: oid("1.3.6.1.6.3.10.2.1.3.0"), type: "integer", value: 1_234_567 },
  ];
  for (let port = 1; port <= ports; port++) objects.push(...rows(port));
  return objects;
}

function rows(port: number): Varbind[] {
  const seed = 100_003 * port;
  const base = (column: number) => child(ifEntry, column, port);
  const more = (column: number) => child(ifXEntry, column, port);
  const text = (value: string) => ({ type: "octets", value: Buffer.from(value) }) as const;
  const objects: Varbind[] = [
    { oid: base(1), type: "integer", value: port },
    { oid: base(2), ...text(`GigabitEthernet0/${port}`) },
    { oid: base(3), type: "integer", value: 6 },
    { oid: base(4), type: "integer", value: 1500 },
    { oid: base(5), type: "gauge32", value: 1_000_000_000 },
    { oid: base(6), type: "octets", value: Buffer.of(2, 0, 0, 0, 0, port) },
    { oid: base(7), type: "integer", value: 1 },
    { oid: base(8), type: "integer", value: 1 },
    { oid: base(9), type: "timeticks", value: 4242 },
    { oid: base(21), type: "gauge32", value: 0 },
    { oid: base(22), type: "oid", value: oid("0.0") },
    { oid: more(1), ...text(`Gi0/${port}`) },
    { oid: more(14), type: "integer", value: 1 },
    { oid: more(15), type: "gauge32", value: 1000 },
    { oid: more(16), type: "integer", value: 2 },
    { oid: more(17), type: "integer", value: 1 },
    { oid: more(18), ...text(`uplink ${port}`) },
    { oid: more(19), type: "timeticks", value: 0 },
  ];
  for (let column = 10; column <= 20; column++) {
    objects.push({ oid: base(column), type: "counter32", value: (seed * column) % 0xffff_ffff });
  }
  for (let column = 2; column <= 5; column++) {
    objects.push({ oid: more(column), type: "counter32", value: seed * column });
  }
  for (let column = 6; column <= 13; column++) {
    const value = BigInt(seed) * 1_000_003n * BigInt(column);
    objects.push({ oid: more(column), type: "counter64", value });
  }
  return objects;
}
