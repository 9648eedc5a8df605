import { engineContract } from "../contract-suite.ts";
import { createIcmpEngine } from "./index.ts";
import { allowPingSockets, enterOwnNetwork, makeSilentAddress } from "../own-network.ts";

enterOwnNetwork();
allowPingSockets(true);
const silent = makeSilentAddress();

for (const method of ["datagram", "raw", "fping"] as const) {
  const spec = (target: string, packets = 1) =>
    ({ type: "icmp", target, icmp: { packets } }) as const;
  engineContract({
    type: "icmp",
    variant: method,
    create: ({ names }) => createIcmpEngine({ names, methods: [method] }),
    startTargets: async () => ({
      good: spec("127.0.0.1", 2),
      nothing: spec("198.51.100.1"), // TEST-NET-2: there is no route to it in this namespace
      nothingCodes: ["unreachable", "timeout"],
      hanging: spec(silent, 3),
      at: (host) => spec(host),
      withTarget: (target) => spec(target),
      close: async () => {},
    }),
  });
}
