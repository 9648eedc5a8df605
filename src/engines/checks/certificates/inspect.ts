import type { TLSSocket } from "node:tls";
import type { CheckOutcome } from "#engines/check-types";
import { tlsFacts } from "./secure-socket.ts";
import { chainFacts, readServedChain } from "./served-chain.ts";
import { daysLeft, judgeExpiry, judgeVerification } from "./verdict.ts";

/** What a server's certificate must be like. */
export interface CertificateDemands {
  /** `example.test:443`, for words. */
  whom: string;
  /** Host name or address that it must cover, from a trusted authority; `null` when that does not matter. */
  verifyName: string | null;
  /** Whole days until its end, 0 or more; `null` when that does not matter. */
  minDaysLeft: number | null;
}

/** What a finished handshake showed. */
export interface Inspection {
  facts: Pick<CheckOutcome, "tls" | "certDaysLeft">;
  /** Why the server is not to be trusted, in a sentence. */
  untrusted: string | null;
  /** That the chain ends too soon, in a sentence. */
  endsSoon: string | null;
}

/** Looks at the server behind `socket` right after `secureConnect`. `nowAt` is epoch milliseconds. */
export function inspectServer(
  socket: TLSSocket,
  { whom, verifyName, minDaysLeft }: CertificateDemands,
  nowAt: number,
): Inspection {
  const tls = tlsFacts(socket);
  const chain = readServedChain(socket);
  if (chain === null) {
    const untrusted = `${whom} serves no certificate`;
    return { facts: { tls, certDaysLeft: null }, untrusted, endsSoon: null };
  }
  const { expiresAt } = chain;
  const error = socket.authorized ? null : String(socket.authorizationError);
  return {
    facts: {
      tls: { ...tls, ...chainFacts(chain) },
      certDaysLeft: expiresAt === null ? null : daysLeft(expiresAt, nowAt),
    },
    untrusted:
      verifyName === null ? null : judgeVerification(chain, error, verifyName, whom, nowAt),
    endsSoon: minDaysLeft === null ? null : judgeExpiry(chain, minDaysLeft, whom, nowAt),
  };
}
