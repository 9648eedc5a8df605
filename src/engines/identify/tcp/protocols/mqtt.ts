import { latin1 } from "../../bytes.ts";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

const brokers: readonly ProductRule[] = [
  {
    pattern: /mosquitto version (?<version>\d+(?:\.\d+)+)/,
    product: "Eclipse Mosquitto",
    cpe: "eclipse:mosquitto",
  },
  { pattern: /HiveMQ(?: (?<version>\d+(?:\.\d+)+))?/, product: "HiveMQ", cpe: "hivemq:hivemq" },
  { pattern: /VerneMQ/, product: "VerneMQ", cpe: "vernemq:vernemq" },
];

/** MQTT 3.1.1: CONNECT with a clean session, no name and no password (section 3.1). */
export const mqtt: Protocol = {
  name: "mqtt",
  nameOverTls: "mqtts",
  ports: [1883, 1884],
  tlsPorts: [8883],
  opening: () => packet(0x10, Buffer.from("\0\x04MQTT\x04\x02\0\x1e\0\0", "latin1")),
  whole: (bytes) => bytes.length >= 4,
  recognise: (bytes) => {
    const [type, length, flags, code] = bytes;
    if (type !== 0x20 || length !== 2 || flags !== 0 || code === undefined || code > 5) return null;
    return { banner: `CONNACK ${code}`, extraInfo: refusals[code] ?? "takes strangers" };
  },
  examine,
};

/** Return codes (section 3.2.2.3). */
const refusals: Readonly<Record<number, string>> = {
  1: "refuses version 3.1.1",
  2: "refuses an empty client identifier",
  3: "is not available",
  4: "refuses the credentials",
  5: "asks for a login",
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  if (found.banner !== "CONNACK 0") return found;
  // Brokers tell their version as a message that is kept for newcomers.
  const topic = "$SYS/broker/version";
  const filter = Buffer.from(`\0\x01\0${String.fromCharCode(topic.length)}${topic}\0`, "latin1");
  line.say(packet(0x82, filter));
  const whole = (bytes: Buffer): boolean =>
    latin1(bytes).includes(topic) && bytes.length > topic.length + 12;
  const { bytes } = await line.hear({ whole, firstMs: 1500, pauseMs: 500 });
  line.say(packet(0xe0, Buffer.alloc(0)));
  const said = latin1(bytes).split(topic)[1];
  return {
    ...found,
    ...(said === undefined ? {} : { ...matchProduct(brokers, said), banner: said }),
    observations: ["open_access"],
  };
}

function packet(type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, body.length]), body]);
}
