import type { SpecOf } from "#engines/check-types";
import { createTestAuthority } from "#test/tls-fixtures";
import { engineContract } from "../contract-suite.ts";
import { createTlsEngine } from "./index.ts";
import { servePlain, serveTls } from "./testing/servers.ts";

engineContract({
  type: "tls",
  create: createTlsEngine,
  async startTargets() {
    const authority = createTestAuthority();
    const identity = authority.issue({ names: ["127.0.0.1", "localhost"] });
    authority.close();
    const good = await serveTls(identity);
    const silent = await servePlain(() => undefined);
    const vacant = await servePlain(() => undefined);
    await vacant.close();
    const spec = (target: string): SpecOf<"tls"> => {
      return { type: "tls", target, tls: { ca: authority.ca } };
    };
    return {
      good: spec(`127.0.0.1:${good.port}`),
      nothing: spec(`127.0.0.1:${vacant.port}`),
      nothingCodes: ["refused"],
      hanging: spec(`127.0.0.1:${silent.port}`),
      at: (host) => spec(`${host}:${good.port}`),
      withTarget: spec,
      async close() {
        await good.close();
        await silent.close();
      },
    };
  },
});
