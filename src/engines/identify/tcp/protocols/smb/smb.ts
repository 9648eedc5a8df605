import type { Observation } from "#engines/scan-types";
import { cpeOf } from "../../../products/product.ts";
import type { Line } from "../../line.ts";
import type { Finding, Protocol, Talk } from "../../protocol.ts";
import { type Challenge, negotiateToken, readChallenge } from "./ntlm.ts";
import { negotiateRequest1, readNegotiated1 } from "./smb1.ts";
import {
  isWholeFrame,
  type Negotiated,
  negotiateRequest,
  readNegotiated,
  readToken,
  sessionSetupRequest,
} from "./smb2.ts";
import { windowsByBuild } from "./windows-builds.ts";

/** SMB 2 and 3. Nobody logs in: the talk ends with the server's challenge. */
export const smb: Protocol = {
  name: "smb",
  ports: [445],
  opening: negotiateRequest,
  whole: isWholeFrame,
  recognise: (bytes) => {
    const negotiated = readNegotiated(bytes);
    return negotiated === null ? null : found(negotiated);
  },
  examine: (talk, finding) => lookCloser(talk, talk.line, finding),
};

/** Servers that know SMB 1 only. */
export const smb1: Protocol = {
  name: "smb",
  ports: [445],
  opening: negotiateRequest1,
  whole: isWholeFrame,
  recognise: (bytes) => {
    const negotiated = readNegotiated1(bytes);
    if (negotiated === null) return null;
    return { extraInfo: "SMB 1 only", observations: ["smb1", ...unsigned(negotiated)] };
  },
};

/** SMB over NetBIOS: a session to any server of this host is asked for first (RFC 1002 section 4.3.2). */
export const netbiosSession: Protocol = {
  name: "netbios-ssn",
  ports: [139],
  opening: () =>
    Buffer.concat([
      Buffer.from([0x81, 0, 0, 68]),
      netbiosName("*SMBSERVER", 0x20),
      netbiosName("VEDETTE", 0),
    ]),
  whole: (bytes) => bytes.length >= 4,
  // A positive or a negative response.
  recognise: (bytes) => {
    if (bytes[0] === 0x82 && bytes.length === 4) return {};
    return bytes[0] === 0x83 && bytes.length === 5 ? { extraInfo: "refuses the session" } : null;
  },
  examine: async (talk, finding) => {
    if (finding.extraInfo !== undefined) return finding;
    talk.line.say(negotiateRequest());
    const { bytes } = await talk.line.hear({ whole: isWholeFrame });
    const negotiated = readNegotiated(bytes);
    if (negotiated === null) return { ...finding, unsettled: bytes.length === 0 };
    return { name: "smb", ...(await challengeFacts(talk.line, found(negotiated))) };
  },
};

function found(negotiated: Negotiated): Finding {
  return {
    extraInfo: `SMB ${negotiated.dialect}, signing ${negotiated.signingRequired ? "required" : "not required"}`,
    observations: unsigned(negotiated),
    banner: `SMB ${negotiated.dialect}`,
  };
}

function unsigned({ signingRequired }: { signingRequired: boolean }): Observation[] {
  return signingRequired ? [] : ["smb_signing_not_required"];
}

async function lookCloser(talk: Talk, line: Line, finding: Finding): Promise<Finding> {
  const more = await challengeFacts(line, finding);
  const other = await talk.another();
  if (other === null) return { ...more, unsettled: true };
  other.say(negotiateRequest1());
  const { bytes, ending } = await other.hear({ whole: isWholeFrame });
  other.close();
  // A server without SMB 1 hangs up, or answers that it wants none of this; silence decides nothing.
  if (ending === "silent" || ending === "late") return { ...more, unsettled: true };
  const observations = more.observations ?? [];
  return readNegotiated1(bytes) === null
    ? more
    : { ...more, observations: ["smb1", ...observations] };
}

async function challengeFacts(line: Line, finding: Finding): Promise<Finding> {
  line.say(sessionSetupRequest(negotiateToken()));
  const { bytes } = await line.hear({ whole: isWholeFrame });
  const token = readToken(bytes);
  const challenge = token === null ? null : readChallenge(token);
  if (challenge === null) return { ...finding, unsettled: bytes.length === 0 };
  const host = challenge.dnsName ?? challenge.computer;
  const info = [finding.extraInfo, ...describe(challenge)];
  return {
    ...finding,
    ...product(challenge),
    extraInfo: info.join(", "),
    ...(host === null ? {} : { hostName: host }),
  };
}

function describe({ computer, domain, version }: Challenge): string[] {
  const words: string[] = [];
  if (computer !== null) words.push(`computer ${computer}`);
  if (domain !== null) words.push(`domain ${domain}`);
  if (version !== null)
    words.push(`version ${version.major}.${version.minor} build ${version.build}`);
  return words;
}

function product({ version }: Challenge): Finding {
  if (version === null) return {};
  // Samba says that it is Windows 7, which has never had a build 0.
  if (version.major === 6 && version.minor === 1 && version.build === 0) {
    return { product: "Samba smbd", cpes: [cpeOf("samba:samba")], confidence: 70 };
  }
  const windows = windowsByBuild(version);
  const number = `${version.major}.${version.minor}.${version.build}`;
  return {
    product: windows === null ? "Microsoft Windows SMB" : windows,
    version: number,
    confidence: 70,
  };
}

/** First-level encoding (RFC 1001 section 14.1): each half of a byte as a letter from `A` on. */
function netbiosName(name: string, suffix: number): Buffer {
  const padded = Buffer.from(name.padEnd(15, " "), "latin1");
  const letters = [...padded, suffix].flatMap((byte) => [0x41 + (byte >> 4), 0x41 + (byte & 15)]);
  return Buffer.from([0x20, ...letters, 0]);
}
