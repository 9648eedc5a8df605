import type { Observation } from "#engines/scan-types";
import type { Line } from "../tcp/line.ts";
import type { Finding, Talk } from "../tcp/protocol.ts";
import { applications, etcd, type Application, type Question } from "./applications.ts";
import { pageTitle } from "./http-facts.ts";
import { type HttpReply, isWholeReply, readReply } from "./http-reply.ts";
import { requestText } from "./request-text.ts";
import { cpeOf } from "../products/product.ts";
const etcdPorts = [2379, 2380, 4001];

/** The application that shows itself in the reply to `GET /`. */
export function findApplication(reply: HttpReply, port: number): Application | null {
  const title = pageTitle(reply.body);
  // etcd answers as any Go program does: its port decides whether it is asked at all.
  const candidates = etcdPorts.includes(port) ? [etcd, ...applications] : applications;
  return candidates.find((one) => one.fits(reply, title)) ?? null;
}

/** Asks the application what it tells of itself, and whether it does so without a login. */
export async function askApplication(
  talk: Talk,
  found: Finding,
  application: Application,
  reply: HttpReply,
): Promise<Finding> {
  let version = application.version?.exec(reply.body)?.[1];
  const observations: Observation[] = application.proves === undefined ? [] : [application.proves];
  let answered = application.questions === undefined;
  let unsettled = found.unsettled === true;
  for (const question of application.questions ?? []) {
    const answer = await ask(talk, question);
    if (answer === null) {
      unsettled = true;
      continue;
    }
    if (answer.status !== 200) continue;
    const told = question.version?.exec(answer.body)?.[1];
    version ??= told;
    answered ||= told !== undefined;
    const { proves } = question;
    if (proves?.pattern.test(answer.body) === true) {
      answered = true;
      observations.push(proves.observation);
    }
  }
  // By its port and an empty page alone etcd is a guess: only an answer makes it one.
  if (application === etcd && !answered) return { ...found, unsettled };
  const cpe = cpeOf(application.cpe, version);
  const others = (found.cpes ?? []).filter((one) => !isOf(one, application.cpe));
  return {
    ...found,
    ...(application.name === undefined ? {} : { name: application.name }),
    product: application.product,
    ...versionOf(version ?? (found.product === application.product ? found.version : undefined)),
    confidence: version === undefined ? 70 : 80,
    cpes: [cpe, ...others],
    observations,
    unsettled,
  };
}

/** Another request, on a connection of its own. `null`: it came to nothing. */
async function ask(talk: Talk, question: Question): Promise<HttpReply | null> {
  const line: Line | null = await talk.another();
  if (line === null) return null;
  line.say(requestText(talk.asked, question));
  const { bytes } = await line.hear({ whole: isWholeReply });
  line.close();
  return readReply(bytes);
}

function versionOf(version: string | undefined): { version?: string } {
  return version === undefined ? {} : { version };
}

function isOf(cpe: string, product: string): boolean {
  return cpe.startsWith(`cpe:2.3:a:${product}:`);
}
