import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "#lib/missing-file";

/** Who this program is to its server. The credential is as good as a password. */
export interface Identity {
  /** The server's base address. */
  server: string;
  id: string;
  name: string;
  credential: string;
  /** SHA-256 of the token that it was enrolled with, in hex: so the same token given again is known to be used up. */
  tokenHash: string;
}

/** The file of a directory that holds the identity. */
export function identityFileOf(directory: string): string {
  return join(directory, "identity.json");
}

/**
 * Reads the identity of an earlier enrolment; `null` when there was none.
 *
 * @throws Error with a sentence that names the file, when it cannot be read or was changed.
 */
export async function readIdentity(directory: string): Promise<Identity | null> {
  const path = identityFileOf(directory);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw new Error(`${path} cannot be read: ${String(cause)}`, { cause });
  }
  const identity = identityIn(text);
  if (identity === null) {
    throw new Error(`${path} holds no identity. Delete it and enrol again with a new token.`);
  }
  return identity;
}

/** Writes the identity so that only the owner can read it, whole or not at all. */
export async function writeIdentity(directory: string, identity: Identity): Promise<void> {
  await writeDraft(directory, `${JSON.stringify(identity, null, 2)}\n`);
  await rename(draftOf(directory), identityFileOf(directory));
}

/** More bytes than an identity has. */
const reservedBytes = 4096;

/**
 * Makes sure that an identity can be written, before a token is spent on it that works only once.
 *
 * @returns gives the room back; what was written in the meantime stays.
 * @throws Error of the system when nothing can be written there.
 */
export async function reserveIdentity(directory: string): Promise<() => Promise<void>> {
  const giveBack = () => rm(draftOf(directory), { force: true });
  try {
    await writeDraft(directory, " ".repeat(reservedBytes));
  } catch (error) {
    await giveBack();
    throw error;
  }
  return giveBack;
}

async function writeDraft(directory: string, text: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(draftOf(directory), text, { mode: 0o600, flush: true });
}

function draftOf(directory: string): string {
  return `${identityFileOf(directory)}.${process.pid}.tmp`;
}

function identityIn(text: string): Identity | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof value !== "object" || value === null) return null;
  const fields = new Map(Object.entries(value));
  const names = ["server", "id", "name", "credential", "tokenHash"];
  const texts = names.flatMap((field) => {
    const text: unknown = fields.get(field);
    return typeof text === "string" ? [text] : [];
  });
  const [server, id, name, credential, tokenHash] = texts;
  if (server === undefined || id === undefined || name === undefined) return null;
  if (credential === undefined || tokenHash === undefined) return null;
  return { server, id, name, credential, tokenHash };
}
