/** Opens conversations with devices: what every use of SNMP shares. */
import type { SnmpSettings } from "#engines/check-types";
import { formatHostPort, parseHostPort } from "#lib/ip";
import { type Asked, peer } from "../failure.ts";
import type { NameCache } from "../names/index.ts";
import { DeviceMemories, type DeviceMemory } from "./device-memory.ts";
import { communitySecurity } from "./session/community-security.ts";
import { Conversation } from "./session/conversation.ts";
import { SnmpFailure } from "./session/failure.ts";
import type { Security } from "./session/security.ts";
import { type Endpoint, endpointOf, Transport } from "./session/transport.ts";
import { type Turn, Turns } from "./session/turns.ts";
import { KeyCache } from "./usm/keys.ts";
import { privacyMissing } from "./usm/privacy.ts";
import { UsmSecurity } from "./usm/usm-security.ts";
import { usmUser } from "./usm/user.ts";

const defaultPort = 161;

/** A conversation, and what is remembered of the device. */
export interface Session {
  conversation: Conversation;
  memory: DeviceMemory;
}

export class SnmpSessions {
  readonly #names: NameCache;
  readonly #transport = new Transport();
  readonly #turns = new Turns();
  readonly #memories = new DeviceMemories();
  readonly #keys = new KeyCache();

  constructor(names: NameCache) {
    this.#names = names;
  }

  /**
   * Talks with a device: resolves its name, waits for its turn, and ends the conversation when `talk` is over. `asked` is
   * filled in for causes as it becomes known. The deadline is `asked.timeoutMs` from now.
   * @throws SnmpFailure, InvalidTarget, NameNotResolved, TargetRefused, or the system's error
   */
  async with<Result>(
    asked: Asked,
    settings: SnmpSettings,
    talk: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const deadlineAt = performance.now() + asked.timeoutMs;
    const { host, port } = parseHostPort(asked.target, defaultPort);
    asked.target = formatHostPort(host, port);
    const resolved =
      this.#names.known(host, undefined) ??
      (await this.#names.resolve(host, undefined, asked.timeoutMs));
    asked.address = resolved.address;
    const endpoint = endpointOf(resolved.address, resolved.family, port);
    const memory = this.#memories.of(memoryKey(endpoint, settings));
    const security = this.#securityFor(settings, memory, peer(asked));
    const turn = await this.#turn(endpoint, asked, deadlineAt);
    const conversation = new Conversation({
      transport: this.#transport,
      endpoint,
      security,
      peer: peer(asked),
      deadlineAt,
      timeoutMs: asked.timeoutMs,
      turn,
      window: memory.window,
      direct: !memory.answered,
    });
    try {
      const result = await talk({ conversation, memory });
      conversation.learn({ kind: "finished" });
      return result;
    } finally {
      conversation.end();
      memory.window = conversation.window;
      memory.answered = conversation.heard;
    }
  }

  /** Ends all sockets; conversations under way fail. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  async #turn(endpoint: Endpoint, asked: Asked, deadlineAt: number): Promise<Turn> {
    const leftMs = deadlineAt - performance.now();
    const turn = await this.#turns.take(`${endpoint.address} ${endpoint.port}`, leftMs);
    if (turn !== null) return turn;
    const within = `${Math.round(asked.timeoutMs / 10) / 100} s`;
    throw new SnmpFailure(
      "timeout",
      `${peer(asked)} was not asked within ${within}: earlier checks of the same device took all of the time`,
    );
  }

  #securityFor(settings: SnmpSettings, memory: DeviceMemory, whom: string): Security {
    if (settings.version !== 3) {
      return communitySecurity(settings.version === 1 ? 1 : 2, settings.community);
    }
    const user = usmUser(settings);
    if (typeof user === "string")
      throw new SnmpFailure("credentials", `${whom} was not asked: ${user}`);
    if (user.priv !== null) {
      const missing = privacyMissing(user.priv.protocol);
      if (missing !== null)
        throw new SnmpFailure("not_permitted", `${whom} was not asked: ${missing}`);
    }
    return new UsmSecurity(user, this.#keys, memory, () => performance.now());
  }
}

/** Two sensors share a memory only if they ask the same device in the same way. */
function memoryKey({ address, port }: Endpoint, settings: SnmpSettings): string {
  if (settings.version !== 3) return `${address} ${port} ${settings.version} ${settings.community}`;
  return `${address} ${port} ${JSON.stringify(settings)}`;
}
