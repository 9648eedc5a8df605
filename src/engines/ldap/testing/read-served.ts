import type { Domain } from "#engines/active-directory";
import { type ActiveDirectorySpec, usualThresholds } from "#engines/directory-types";
import { createTestAuthority } from "#test/tls-fixtures";
import { type Limits, usualLimits } from "../limits.ts";
import { readDomain, type ReadingContext } from "../read-domain.ts";
import {
  type Script,
  type ScriptedServer,
  type ServedObject,
  startScriptedServer,
} from "./scripted-server.ts";

export interface Served extends ScriptedServer {
  readonly spec: ActiveDirectorySpec;
  read(changes?: Partial<ReadingContext>, limits?: Partial<Limits>): Promise<Domain>;
}

/** Starts a server of the test's own, to be read by a user whom it trusts. */
export async function serveDomain(
  t: { after(cleanUp: () => void): void },
  objects: Iterable<ServedObject>,
  script?: Script,
): Promise<Served> {
  const authority = createTestAuthority("Served root");
  t.after(() => authority.close());
  const server = await startScriptedServer(
    t,
    authority.issue({ names: ["127.0.0.1"] }),
    objects,
    script,
  );
  const spec: ActiveDirectorySpec = {
    type: "active_directory",
    urls: [`ldaps://127.0.0.1:${server.port}`],
    user: "reader@served.test",
    password: "let me in",
    ca: authority.ca,
    serverName: null,
    baseDn: null,
    thresholds: usualThresholds,
  };
  return {
    ...server,
    spec,
    read: (changes = {}, limits = {}) =>
      readDomain(spec, { ...readingContext(), ...changes }, { ...usualLimits, ...limits }),
  };
}

/** Of somebody who may touch everything and never stops. */
export function readingContext(): ReadingContext {
  return {
    signal: new AbortController().signal,
    now: Date.now,
    refuse: () => null,
    onProgress: () => undefined,
  };
}
