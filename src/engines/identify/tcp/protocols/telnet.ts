import { latin1 } from "../../bytes.ts";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

/** RFC 854: interpret as command; WILL, WON'T, DO and DON'T are followed by an option. */
const iac = 255;
const will = 251;
const wont = 252;
const doIt = 253;
const dont = 254;
const subnegotiation = 250;
const subnegotiationEnd = 240;

/** What devices and systems write above their login prompt. */
const telnetProducts: readonly ProductRule[] = [
  {
    pattern: /BusyBox v(?<version>\d+(?:\.\d+)+)/,
    product: "BusyBox telnetd",
    cpe: "busybox:busybox",
  },
  {
    pattern: /MikroTik v(?<version>\d+(?:\.\d+)+)/,
    product: "MikroTik RouterOS telnetd",
    cpe: "o:mikrotik:routeros",
  },
  { pattern: /User Access Verification/, product: "Cisco IOS telnetd", cpe: "o:cisco:ios" },
  { pattern: /Welcome to Microsoft Telnet Service/, product: "Microsoft Telnet Service" },
  { pattern: /Debian GNU\/Linux (?<version>\d+)/, product: "Linux telnetd" },
  { pattern: /Ubuntu (?<version>\d+\.\d+)/, product: "Linux telnetd" },
  { pattern: /HP JetDirect/i, product: "HP JetDirect telnetd" },
  { pattern: /(?:DD-WRT|OpenWrt|LEDE)/, product: "Linux router telnetd" },
  { pattern: /Huawei/i, product: "Huawei telnetd" },
];

const prompt = /(?:log ?in|user ?name|user|account|password|passcode)\s{0,3}[:>]/i;

export const telnet: Protocol = {
  name: "telnet",
  nameOverTls: "telnets",
  ports: [23, 2323],
  tlsPorts: [992],
  whole: (bytes) => bytes.length >= 3,
  betrays: (bytes) => bytes.length >= 3 && bytes[0] === iac && isNegotiation(bytes[1]),
  recognise: (bytes) => {
    const { text, negotiated } = readTelnet(bytes);
    return negotiated || prompt.test(text) || matchProduct(telnetProducts, text) !== null
      ? {}
      : null;
  },
  examine,
};

/** Declines every option, and waits for what a person would read. */
async function examine({ line }: Talk, found: Finding, greeting: Buffer): Promise<Finding> {
  let { text, answer } = readTelnet(greeting);
  for (let turn = 0; turn < 6 && !prompt.test(text) && !line.closed; turn++) {
    if (answer.length > 0) line.say(answer);
    const whole = (bytes: Buffer): boolean => prompt.test(readTelnet(bytes).text);
    const reply = await line.hear({ whole, firstMs: 2000, pauseMs: 600 });
    if (reply.bytes.length === 0) break;
    const read = readTelnet(reply.bytes);
    text += read.text;
    answer = read.answer;
  }
  const observations: Finding["observations"] = [];
  if (prompt.test(text) && !line.secure) observations.push("plain_login");
  // BusyBox says so when it has started a shell, which it does without a login where it is told to.
  if (/BusyBox v.{1,80}built-in shell/s.test(text)) observations.push("open_access");
  return { ...found, ...matchProduct(telnetProducts, text), observations, banner: text };
}

/** Parts text from commands, and makes the answer that declines all that is offered or asked for. */
function readTelnet(bytes: Buffer): { text: string; answer: Buffer; negotiated: boolean } {
  const answer: number[] = [];
  const text: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte !== iac) {
      text.push(byte);
      continue;
    }
    const verb = bytes[i + 1];
    const option = bytes[i + 2];
    if (verb === subnegotiation) {
      const end = bytes.indexOf(Buffer.from([iac, subnegotiationEnd]), i);
      i = end < 0 ? bytes.length : end + 1;
    } else if (isNegotiation(verb)) {
      // The answer to "do" is "won't", to "will" is "don't"; the other two need none.
      if (verb === doIt && option !== undefined) answer.push(iac, wont, option);
      if (verb === will && option !== undefined) answer.push(iac, dont, option);
      i += 2;
    } else {
      i += 1;
    }
  }
  const whole = Buffer.from(answer.slice(0, 300));
  const negotiated = bytes[0] === iac && isNegotiation(bytes[1]);
  return { text: latin1(Buffer.from(text)), answer: whole, negotiated };
}

function isNegotiation(verb: number | undefined): boolean {
  return verb !== undefined && verb >= will && verb <= dont;
}
