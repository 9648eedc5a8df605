import { namedDistribution } from "../../products/distribution.ts";
import { mailProducts } from "../../products/mail-products.ts";
import { matchProduct } from "../../products/product.ts";
import { latin1 } from "../../bytes.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";
import { command, finalReply, replyCode } from "./replies.ts";

/** RFC 5321; STARTTLS is RFC 3207, AUTH RFC 4954. */
export const smtp: Protocol = {
  name: "smtp",
  nameOverTls: "smtps",
  startTls: "smtp",
  ports: [25, 26, 587, 2525],
  tlsPorts: [465],
  whole: finalReply,
  betrays: (bytes) =>
    /^(?:220|421|554)[ -].*\b(?:e?smtp|postfix|exim|sendmail|mail)\b/im.test(
      latin1(bytes.subarray(0, 2048)),
    ),
  recognise: (bytes) => {
    const greeting = latin1(bytes.subarray(0, 4096));
    const host = /^(?:220|421|554)[ -]([^\s]{1,255})?/.exec(greeting)?.[1];
    if (!/^(?:220|421|554)[ -]/.test(greeting) || /\bftp\b/i.test(greeting)) return null;
    const named = namedDistribution(greeting);
    return {
      ...matchProduct(mailProducts, greeting),
      ...(named === null ? {} : { package: named }),
      ...(host !== undefined && /^[\w-]+(?:\.[\w-]+)+$/.test(host) ? { hostName: host } : {}),
    };
  },
  examine,
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  const answer = await command(line, "EHLO vedette.invalid");
  if (answer === null) return { ...found, unsettled: true };
  line.say("QUIT\r\n");
  // 500 and 502: it is older than EHLO, and so than STARTTLS. Any other refusal is of us, or of now.
  if (replyCode(answer) === 500 || replyCode(answer) === 502) return { ...found, offersTls: false };
  if (replyCode(answer) !== 250) return { ...found, unsettled: true };
  const offersTls = /^250[ -]STARTTLS\b/im.test(answer);
  const takesPasswords = /^250[ -]AUTH[ =].*\b(?:PLAIN|LOGIN)\b/im.test(answer);
  return {
    ...found,
    offersTls,
    extraInfo: offersTls ? "offers STARTTLS" : "no STARTTLS",
    observations: !line.secure && !offersTls && takesPasswords ? ["plain_login"] : [],
  };
}
