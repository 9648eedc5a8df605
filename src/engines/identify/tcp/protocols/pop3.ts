import { namedDistribution } from "../../products/distribution.ts";
import { mailProducts } from "../../products/mail-products.ts";
import { matchProduct } from "../../products/product.ts";
import { hasLine, latin1 } from "../../bytes.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

/** RFC 1939; CAPA is RFC 2449, STLS RFC 2595. */
export const pop3: Protocol = {
  name: "pop3",
  nameOverTls: "pop3s",
  startTls: "pop3",
  ports: [110, 1110],
  tlsPorts: [995],
  betrays: (bytes) => /^\+OK\b/.test(latin1(bytes.subarray(0, 10))),
  recognise: (bytes) => {
    const greeting = latin1(bytes.subarray(0, 4096));
    if (!/^(?:\+OK|-ERR)\b/.test(greeting)) return null;
    const named = namedDistribution(greeting);
    return { ...matchProduct(mailProducts, greeting), ...(named && { package: named }) };
  },
  examine,
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  line.say("CAPA\r\n");
  const whole = (bytes: Buffer): boolean => {
    const text = latin1(bytes);
    return text.startsWith("-ERR") ? hasLine(bytes) : /^\.\r?\n/m.test(text);
  };
  const reply = latin1((await line.hear({ whole })).bytes);
  if (reply === "") return { ...found, unsettled: true };
  line.say("QUIT\r\n");
  const implementation = /^IMPLEMENTATION (.{1,200})$/m.exec(reply)?.[1];
  const named = implementation === undefined ? null : matchProduct(mailProducts, implementation);
  const more = found.version === undefined && named !== null ? named : {};
  // A server that knows no CAPA is older than STLS, and takes passwords with USER and PASS.
  const old = reply.startsWith("-ERR");
  const offersTls = /^STLS\b/m.test(reply);
  const takesPasswords = old || /^(?:USER\b|SASL .*\b(?:PLAIN|LOGIN)\b)/m.test(reply);
  return {
    ...found,
    ...more,
    offersTls,
    observations: !line.secure && !offersTls && takesPasswords ? ["plain_login"] : [],
  };
}
