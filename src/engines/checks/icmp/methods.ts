import { networkInterfaces } from "node:os";
import type { CheckEngine } from "#engines/check-types";
import { type EchoClient, startEchoClient } from "./echo-client.ts";
import { canUseFping, createFpingClient, type FpingClient } from "./fping.ts";
import { linux } from "./libc.ts";
import type { FamilyState } from "./messages.ts";

/**
 * How this process can send ICMP: `datagram` = the kernel's ping sockets (no privilege, but the sysctl
 * net.ipv4.ping_group_range must name our group), `raw` = raw sockets (root or CAP_NET_RAW), `fping` = the program.
 */
export type IcmpMethod = "datagram" | "raw" | "fping";

/** The method in use for each family; `null` = none. */
export interface IcmpMethods {
  ipv4: IcmpMethod | null;
  ipv6: IcmpMethod | null;
}

/** The engine for `icmp`, which can also say how it works. */
export interface IcmpEngine extends CheckEngine<"icmp"> {
  methods(): Promise<IcmpMethods>;
}

/** In the order of preference. Sockets need Linux; elsewhere fping has to be installed. */
export const allIcmpMethods: readonly IcmpMethod[] = ["datagram", "raw", "fping"];

/** What was found when the engine started. */
export interface Backend {
  methods: IcmpMethods;
  echo: EchoClient | null;
  fping: FpingClient | null;
  /** True when this machine has no IPv6 at all. */
  noIpv6: boolean;
  /** Why there are no sockets, when that is not a matter of privilege. */
  trouble: string | null;
  foundAt: number;
  close(): Promise<void>;
}

/** Finds the best method that works now. */
export async function findBackend(wanted: readonly IcmpMethod[]): Promise<Backend> {
  const kinds = wanted.filter((method) => method !== "fping");
  let echo: EchoClient | null = null;
  let trouble: string | null = null;
  if (process.platform !== "linux") trouble = `no ICMP sockets on ${process.platform} yet`;
  else if (kinds.length > 0) {
    try {
      echo = await startEchoClient(kinds);
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
  }
  const ipv4 = echo === null ? null : socketKind(echo.ipv4);
  const ipv6 = echo === null ? null : socketKind(echo.ipv6);
  if (echo !== null && ipv4 === null && ipv6 === null) {
    await echo.close();
    echo = null;
  }
  const noIpv6 = echo !== null && isUnsupported(echo.ipv6);
  const useFping = echo === null && wanted.includes("fping") && (await canUseFping());
  const fping = useFping ? createFpingClient() : null;
  const methods: IcmpMethods =
    fping === null ? { ipv4, ipv6 } : { ipv4: "fping", ipv6: hasIpv6() ? "fping" : null };
  return {
    methods,
    echo,
    fping,
    noIpv6: noIpv6 || (fping !== null && !hasIpv6()),
    trouble,
    foundAt: performance.now(),
    async close() {
      await Promise.all([echo?.close(), fping?.close()]);
    },
  };
}

/** What to do so that this process may send ICMP. */
export function privilegeAdvice(trouble: string | null): string {
  const range = `net.ipv4.ping_group_range="0 2147483647"`;
  const reason = trouble === null ? "" : ` (${trouble})`;
  if (process.platform !== "linux") {
    return `this collector cannot send ICMP${reason}: install fping`;
  }
  return (
    `this collector may not send ICMP${reason}. As root run: sysctl -w ${range} ` +
    `(container: --sysctl ${range}); or give it CAP_NET_RAW (setcap cap_net_raw+ep ${process.execPath}, ` +
    `container: --cap-add NET_RAW); or install fping`
  );
}

function socketKind(state: FamilyState): IcmpMethod | null {
  return typeof state === "string" ? state : null;
}

function isUnsupported(state: FamilyState): boolean {
  return typeof state !== "string" && state.errno === linux.EAFNOSUPPORT;
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((each) => each.family === "IPv6"),
  );
}
