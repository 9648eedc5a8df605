/** Pages of the console without a browser: each holds its stream of news, and reads again what it shows, as the console does. */
import { once } from "node:events";
import { Agent, type IncomingMessage, get } from "node:http";
import { createReread } from "../../console/src/api/reread.ts";

/** Something that a page shows: where it is read, and upon news of what. */
export interface Shown {
  path: string;
  topics: readonly string[];
}

/** One answer; times are of `performance.now()`. */
interface Answer {
  path: string;
  askedAt: number;
  endedAt: number;
}

/** A page that somebody looks at. */
export interface OpenPage {
  tenantId: string;
  shown: readonly Shown[];
  /** When the stream first told of each sensor; of none where its reader sees some companies only. */
  heardAt: ReadonlyMap<string, number>;
  answers: readonly Answer[];
  close: () => Promise<void>;
}

/** A browser has so many connections to a server (HTTP/1.1), of which the stream takes one. */
const maxSockets = 6;

/**
 * Opens a page and waits until it has read what it shows.
 *
 * @param cookie of the session.
 * @param shown the console's pages are told in `shownBy`.
 */
export async function openPage(options: {
  url: string;
  tenantId: string;
  cookie: string;
  shown: readonly Shown[];
}): Promise<OpenPage> {
  const { tenantId, shown } = options;
  const base = `${options.url}/api/tenants/${tenantId}`;
  const agent = new Agent({ keepAlive: true, maxSockets });
  const ending = new AbortController();
  const tags = new Map<string, string>();
  const heardAt = new Map<string, number>();
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    if (!ending.signal.aborted) failures.push(error);
  };

  const ask = async (path: string): Promise<IncomingMessage> => {
    const tag = tags.get(path);
    const headers = {
      cookie: options.cookie,
      "accept-encoding": "gzip, br",
      ...(tag === undefined ? {} : { "if-none-match": tag }),
    };
    const request = get(base + path, { agent, headers, signal: ending.signal });
    const [reply]: IncomingMessage[] = await once(request, "response");
    if (reply?.statusCode !== 200 && reply?.statusCode !== 304) {
      throw new Error(`${path} answered ${reply?.statusCode}`);
    }
    if (reply.headers.etag !== undefined) tags.set(path, reply.headers.etag);
    return reply;
  };
  const read = async (path: string): Promise<void> => {
    const askedAt = performance.now();
    for await (const _ of await ask(path));
    answers.push({ path, askedAt, endedAt: performance.now() });
  };

  const rereads = shown.map(({ path, topics }) => {
    return { topics, ...createReread(() => read(path).catch(fail)) };
  });
  const follow = async (stream: IncomingMessage): Promise<void> => {
    let text = "";
    for await (const chunk of stream.setEncoding("utf8")) {
      const at = performance.now();
      const events = (text + chunk).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const news = /^event: change\ndata: (.*)$/.exec(event)?.[1];
        if (news === undefined) continue;
        const { topic, ids } = JSON.parse(news) as { topic: string; ids: string[] | null };
        if (topic === "sensors")
          for (const id of ids ?? []) if (!heardAt.has(id)) heardAt.set(id, at);
        for (const { topics, onNews } of rereads) if (topics.includes(topic)) onNews();
      }
    }
    throw new Error("a stream of news has ended");
  };
  const following = follow(await ask("/live")).catch(fail);
  await Promise.all(shown.map(({ path }) => read(path)));
  return {
    tenantId,
    shown,
    heardAt,
    answers,
    async close() {
      ending.abort();
      await following;
      agent.destroy();
      if (failures.length > 0) throw failures[0];
    },
  };
}

const rows = "limit=100&offset=0";
const ofSensors = ["sensors", "incidents"];

const until = new Date().setHours(24, 0, 0, 0);

/** What the console's pages show, and upon which news they read it again at once. */
export const shownBy = {
  sensors: [
    { path: `/sensors?sort=status&${rows}`, topics: ofSensors },
    { path: "/sensor-facets", topics: ofSensors },
  ],
  sensorsByName: [
    { path: `/sensors?sort=name&${rows}`, topics: ofSensors },
    { path: "/sensor-facets", topics: ofSensors },
  ],
  overview: [
    { path: `/overview/monitor?until=${until}`, topics: ["incidents", "collectors"] },
    { path: `/overview/exposure?until=${until}`, topics: [] },
  ],
  incidents: [{ path: `/incidents?sort=-state&${rows}`, topics: ["incidents"] }],
  findings: [{ path: `/findings?sort=-risk&${rows}`, topics: ["findings"] }],
} satisfies Record<string, readonly Shown[]>;
