import { hash } from "node:crypto";
import type { Logger } from "#lib/logger";
import { sleep } from "#lib/sleep";
import {
  ContentRefused,
  CredentialRefused,
  type Identity,
  type ServerClock,
  ServerUnreachable,
  enrol,
  nextPauseMs,
  readIdentity,
  reserveIdentity,
  writeIdentity,
} from "#remote/link";
import type { RemoteKind } from "#wire/enrolment.v1";
import { CannotRun } from "./cannot-run.ts";

export interface FindIdentityOptions {
  kind: RemoteKind;
  directory: string;
  /** As given on the command line. */
  server: string | undefined;
  token: string | undefined;
  version: string;
  clock: ServerClock;
  log: Logger;
  signal: AbortSignal;
}

/**
 * Who this program is: by an earlier enrolment, or by enrolling now. The token of the earlier enrolment may stay on the
 * command line, as it does in a unit or compose file; another one enrols anew.
 *
 * @returns the identity, and whether it is new; `null` when the signal ended the attempts.
 * @throws CannotRun with a sentence for the one who started it.
 */
export async function findIdentity(
  options: FindIdentityOptions,
): Promise<{ identity: Identity; isNew: boolean } | null> {
  const { kind, directory, token } = options;
  const known = await readIdentity(directory).catch((cause: unknown) => {
    throw new CannotRun(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  const server = checkedServer(options.server ?? known?.server, kind);
  if (known !== null && (token === undefined || known.tokenHash === hash("sha256", token))) {
    if (server === known.server) return { identity: known, isNew: false };
    const identity = { ...known, server };
    await writeIdentity(directory, identity);
    return { identity, isNew: false };
  }
  if (token === undefined) throw new CannotRun(notEnrolled(kind));
  const giveBack = await reserveIdentity(directory).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const what = `Its identity cannot be kept in ${directory}: ${why}`;
    throw new CannotRun(`${what}. It did not enrol, and the token still works.`, { cause });
  });
  try {
    const identity = await enrolPatiently(options, server, token);
    if (identity === null) return null;
    await writeIdentity(directory, identity);
    return { identity, isNew: true };
  } finally {
    await giveBack();
  }
}

const tokenCommands = {
  collector: "vedette collector create NAME --tenant TENANT",
  probe: "vedette probe create NAME --tenant TENANT",
  agent: "vedette agent token --tenant TENANT",
} as const;

function notEnrolled(kind: RemoteKind): string {
  return `This ${kind} is not enrolled yet. Start it once with --server URL --token TOKEN; the server makes a token with \`${tokenCommands[kind]}\`.`;
}

/** A server that is not there yet is waited for: both may be starting. */
async function enrolPatiently(
  options: FindIdentityOptions,
  server: string,
  token: string,
): Promise<Identity | null> {
  const { kind, version, clock, log, signal } = options;
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await enrol({ kind, server, token, version, clock, signal });
    } catch (error) {
      if (error instanceof CredentialRefused || error instanceof ContentRefused) {
        throw new CannotRun(`It cannot enrol: ${error.message}`, { cause: error });
      }
      if (!(error instanceof ServerUnreachable)) throw error;
      log.warn({ err: error }, "the server cannot be reached to enrol; trying again");
      await sleep(nextPauseMs(failures, Math.random()), signal);
    }
  }
  return null;
}

function checkedServer(server: string | undefined, kind: RemoteKind): string {
  if (server === undefined) throw new CannotRun(notEnrolled(kind));
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    const what = `--server ${JSON.stringify(server)} is no address`;
    throw new CannotRun(`${what}; write it as https://monitor.example.net.`);
  }
  return server;
}
