import { namedDistribution } from "../../products/distribution.ts";
import { mailProducts } from "../../products/mail-products.ts";
import { matchProduct } from "../../products/product.ts";
import { hasLine, latin1 } from "../../bytes.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

const greetingLine = /^\* (?:OK|PREAUTH|BYE)\b/i;

/** RFC 9051; ID is RFC 2971. */
export const imap: Protocol = {
  name: "imap",
  nameOverTls: "imaps",
  startTls: "imap",
  ports: [143, 1143],
  tlsPorts: [993],
  whole: hasLine,
  betrays: (bytes) => greetingLine.test(latin1(bytes.subarray(0, 100))),
  recognise: (bytes) => {
    const greeting = latin1(bytes.subarray(0, 4096));
    if (!greetingLine.test(greeting)) return null;
    const named = namedDistribution(greeting);
    return { ...matchProduct(mailProducts, greeting), ...(named && { package: named }) };
  },
  examine,
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  line.say("v1 CAPABILITY\r\n");
  const tagged = (tag: string) => (bytes: Buffer) =>
    new RegExp(`^${tag} (?:OK|NO|BAD)\\b[^\\n]*\\n`, "im").test(latin1(bytes.subarray(-2048)));
  const reply = await line.hear({ whole: tagged("v1") });
  const capabilities = /^\* CAPABILITY (.*)$/im.exec(latin1(reply.bytes))?.[1];
  if (capabilities === undefined) return { ...found, unsettled: true };
  let { product, version, cpes } = found;
  if (version === undefined && /\bID\b/.test(capabilities)) {
    line.say("v2 ID NIL\r\n");
    const id = await line.hear({ whole: tagged("v2"), firstMs: 2000 });
    const named = matchProduct(mailProducts, idText(latin1(id.bytes)));
    // The greeting names the distribution, the ID perhaps the version: of the same product only.
    if (named !== null && (product === undefined || named.product === product)) {
      ({ product, version, cpes } = named);
    }
  }
  line.say("v3 LOGOUT\r\n");
  const offersTls = /\bSTARTTLS\b/i.test(capabilities);
  const refusesLogin = /\bLOGINDISABLED\b/i.test(capabilities);
  return {
    ...found,
    offersTls,
    ...(product === undefined ? {} : { product }),
    ...(version === undefined ? {} : { version, confidence: 80 }),
    ...(cpes === undefined ? {} : { cpes }),
    observations: !line.secure && !offersTls && !refusesLogin ? ["plain_login"] : [],
  };
}

/** `* ID ("name" "Dovecot" "version" "2.3")` as `Dovecot 2.3`. */
function idText(reply: string): string {
  const field = (name: string): string =>
    new RegExp(`"${name}" "([^"\\r\\n]{0,100})"`, "i").exec(reply)?.[1] ?? "";
  return `${field("name")} ${field("version")}`.trim();
}
