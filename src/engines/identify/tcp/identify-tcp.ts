import type { ServiceFacts } from "#engines/scan-types";
import type { IdentifyContext } from "../identify-context.ts";
import { replyText } from "../reply-text.ts";
import { type Recognised, recognise } from "./recognise.ts";
import { examineTls } from "../tls/index.ts";
import { nameByPort, neverAsked } from "./well-known-ports.ts";
import { type Target, Visit } from "./visit.ts";

/**
 * Finds out what runs on an open TCP port: few connections, each read bounded in bytes and time, nothing changed there.
 * A service that is not recognised is told as such, with what it said and the name that its port suggests.
 *
 * @throws the signal's reason, once it is aborted
 */
export async function identifyTcp(target: Target, io: IdentifyContext): Promise<ServiceFacts> {
  io.signal.throwIfAborted();
  if (neverAsked(target.port)) return byPort(target.port);
  const visit = new Visit(target, io);
  let recognised: Recognised;
  try {
    recognised = await recognise(visit);
  } finally {
    visit.close();
  }
  io.signal.throwIfAborted();
  // The handshakes of this look are many and odd, so they come last.
  const facts = describe(target.port, recognised);
  const { secure, protocol, finding } = recognised;
  if (secure) {
    const tls = await examineTls(target, io);
    return tls === null ? facts : { ...facts, tls };
  }
  if (protocol?.startTls === undefined || finding?.offersTls !== true) return facts;
  const startTls = await examineTls({ ...target, startTls: protocol.startTls }, io);
  return startTls === null ? facts : { ...facts, startTls };
}

function describe(port: number, recognised: Recognised): ServiceFacts {
  const { protocol, finding, secure, said, cutShort } = recognised;
  if (protocol === null || finding === null) {
    const banner = replyText(said, 1000);
    return {
      ...byPort(port),
      ...(banner === "" ? {} : { banner }),
      // A port that says nothing at all may be one that is too busy: nothing is concluded from its silence.
      unsettled: cutShort || said.length === 0,
    };
  }
  const { product, version, extraInfo, http, hostName } = finding;
  const name = finding.name ?? (secure ? (protocol.nameOverTls ?? protocol.name) : protocol.name);
  const banner = replyText(finding.banner ?? said, 1000);
  return {
    protocol: "tcp",
    port,
    name,
    ...(product === undefined ? {} : { product: replyText(product, 100) }),
    ...(version === undefined ? {} : { version: replyText(version, 60) }),
    ...(extraInfo === undefined ? {} : { extraInfo: replyText(extraInfo, 300) }),
    cpes: (finding.cpes ?? []).slice(0, 10),
    ...(banner === "" ? {} : { banner }),
    method: "probed",
    confidence: finding.confidence ?? 50,
    ...(finding.package === undefined ? {} : { package: finding.package }),
    ...(http === undefined ? {} : { http }),
    ...(hostName === undefined ? {} : { hostName: replyText(hostName, 255) }),
    observations: [...new Set(finding.observations)],
    engine: "own",
    unsettled: finding.unsettled === true,
  };
}

/** What is known of a port that was not asked, or did not answer in a way that we know. */
function byPort(port: number): ServiceFacts {
  const name = nameByPort(port);
  return {
    protocol: "tcp",
    port,
    ...(name === undefined ? {} : { name }),
    cpes: [],
    method: "port",
    confidence: name === undefined ? 0 : 10,
    observations: [],
    engine: "own",
    unsettled: true,
  };
}
