import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAddressSet, parseCidr } from "#lib/cidr";
import { nullIfMissing } from "#lib/missing-file";
import type { AppPlugin } from "#platform/http";
import { contentPolicy, fillPage, notBuiltPage, parsePrefix } from "./console-page.ts";

export interface ConsoleFilesOptions {
  /** What `npm run build` made. */
  folder: string;
  /** Where people reach the server, when that is known; its path is where the console is mounted. */
  publicUrl: URL | null;
  /** Addresses and networks of reverse proxies whose `X-Forwarded-Prefix` is believed. */
  trustedProxies: readonly string[];
  /** Where the sign-in form may lead besides this server, such as `https://login.example.com`. */
  signInOrigins: readonly string[];
}

/** The console as a part of the application. */
export interface ConsoleFiles {
  plugin: AppPlugin;
  /**
   * For addresses that are nothing else: answers with the page where a browser wants one, since the console knows its own
   * addresses; `undefined` for the others.
   */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>;
}

/** One year, in seconds. What is under a name with a hash never changes; and who came by HTTPS shall come by it again. */
const yearSec = 31_536_000;

/** What the page loads before its assets; without a hash, so that they are asked for each time. */
const besides = [
  { name: "favicon.svg", type: "image/svg+xml" },
  { name: "theme.js", type: "text/javascript; charset=utf-8" },
] as const;

/** Serves the built console: its page at `/`, and its assets compressed beforehand and kept by browsers for ever. */
export function consoleFiles(options: ConsoleFilesOptions): ConsoleFiles {
  const { folder, publicUrl } = options;
  const mountedAt = parsePrefix(publicUrl?.pathname ?? "") ?? "";
  const proxies = createAddressSet(
    options.trustedProxies.map(parseCidr).filter((block) => block !== null),
  );

  function baseOf({ headers, socket }: FastifyRequest): string {
    const told = headers["x-forwarded-prefix"];
    const trusted = typeof told === "string" && proxies.has(socket.remoteAddress ?? "");
    return `${(trusted ? parsePrefix(told) : null) ?? mountedAt}/`;
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    // Read each time, so that a page never refers to what the last build replaced.
    const html = await readFile(join(folder, "index.html"), "utf8").catch(nullIfMissing);
    const nonce = randomBytes(16).toString("base64url");
    reply
      .code(html === null ? 503 : 200)
      .type("text/html; charset=utf-8")
      .header("cache-control", "private, no-cache")
      .header("content-security-policy", contentPolicy(nonce, options.signInOrigins))
      .header("referrer-policy", "same-origin")
      .header("x-frame-options", "DENY")
      .header("cross-origin-opener-policy", "same-origin");
    if (request.protocol === "https" || publicUrl?.protocol === "https:") {
      reply.header("strict-transport-security", `max-age=${yearSec}`);
    }
    return html === null ? notBuiltPage : fillPage(html, { base: baseOf(request), nonce });
  }

  return {
    async plugin(app) {
      const files = { decorateReply: false, index: false, redirect: false } as const;
      await app.register(fastifyStatic, {
        ...files,
        root: join(folder, "assets"),
        prefix: "/assets/",
        preCompressed: true,
        immutable: true,
        maxAge: yearSec * 1000,
        // The folder may be built later, while the server runs.
        suppressWarning: true,
      });
      for (const { name, type } of besides) {
        app.get(`/${name}`, async (_request, reply) => {
          const content = await readFile(join(folder, name)).catch(nullIfMissing);
          if (content === null) return reply.callNotFound();
          return reply.type(type).header("cache-control", "no-cache").send(content);
        });
      }
      app.get("/", sendPage);
    },
    async answerUnknown(request, reply) {
      const reads = request.method === "GET" || request.method === "HEAD";
      if (!reads || request.headers.accept?.includes("text/html") !== true) return undefined;
      return sendPage(request, reply);
    },
  };
}
