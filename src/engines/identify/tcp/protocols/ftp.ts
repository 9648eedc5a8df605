import { namedDistribution } from "../../products/distribution.ts";
import { ftpProducts } from "../../products/ftp-products.ts";
import { matchProduct } from "../../products/product.ts";
import { latin1 } from "../../bytes.ts";
import type { Line } from "../line.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";
import { command, finalReply, replyCode } from "./replies.ts";

/** RFC 959; AUTH TLS is RFC 4217, anonymous access RFC 1635. */
export const ftp: Protocol = {
  name: "ftp",
  nameOverTls: "ftps",
  startTls: "ftp",
  ports: [20, 21, 2121, 8021],
  tlsPorts: [990],
  whole: finalReply,
  betrays: (bytes) => /^(?:220|120|421|530)[ -].*ftp/im.test(latin1(bytes.subarray(0, 2048))),
  recognise: (bytes) => {
    const greeting = latin1(bytes.subarray(0, 4096));
    if (!/^(?:220|120|421|530)[ -]/.test(greeting) || /\be?smtp\b/i.test(greeting)) return null;
    const named = namedDistribution(greeting);
    return {
      ...matchProduct(ftpProducts, greeting),
      ...(named === null ? {} : { package: named }),
    };
  },
  examine,
};

async function examine(talk: Talk, found: Finding): Promise<Finding> {
  const { line } = talk;
  const features = await command(line, "FEAT");
  if (features === null) return { ...found, unsettled: true };
  let offersTls = line.secure || /^[ \t]*AUTH\b.*\b(?:TLS|SSL)/im.test(features);
  let open: Line | null = line;
  if (!offersTls) {
    const answer = await command(line, "AUTH TLS");
    if (answer === null) return { ...found, unsettled: true };
    offersTls = replyCode(answer) === 234;
    // It waits for a handshake now: the login is tried on a connection of its own.
    if (offersTls) open = await talk.another();
    if (open !== null && open !== line) await open.hear({ whole: finalReply, firstMs: 5000 });
  }
  const login = open === null ? null : await tryAnonymous(open);
  if (login === null) return { ...found, unsettled: true };
  const observations: Finding["observations"] = [];
  if (login.loggedIn) observations.push("anonymous_login");
  if (!offersTls && login.takesNames) observations.push("plain_login");
  return { ...found, offersTls, observations };
}

/** Systems make whoever guesses passwords wait: PAM for two to four seconds. */
const refusalMs = 10_000;

/** Logs in as `anonymous`, looks at nothing, and leaves. `null`: it broke off. */
async function tryAnonymous(
  line: Line,
): Promise<{ loggedIn: boolean; takesNames: boolean } | null> {
  const user = await command(line, "USER anonymous");
  if (user === null) return null;
  if (replyCode(user) !== 331) {
    line.say("QUIT\r\n");
    return { loggedIn: replyCode(user) === 230, takesNames: replyCode(user) === 230 };
  }
  // RFC 1635 asks for an address as password, so that its owner can be reached.
  const pass = await command(line, "PASS vedette@example.invalid", refusalMs);
  if (pass === null) return null;
  line.say("QUIT\r\n");
  return { loggedIn: replyCode(pass) === 230, takesNames: true };
}
