import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { gunzip } from "#lib/gzip";
import { enrol } from "./enrol.ts";
import { identityFileOf, readIdentity, writeIdentity } from "./identity-file.ts";
import { createServerClock } from "./server-clock.ts";
import {
  ContentRefused,
  CredentialRefused,
  ServerUnreachable,
  createServerLink,
} from "./server-link.ts";

const Reply = Compile(Type.Object({ serverTime: Type.Integer(), said: Type.String() }));
const goodReply = JSON.stringify({ serverTime: 1_700_000_000_000, said: "yes" });

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listening(
  t: TestContext,
  handler: Handler,
): Promise<{ url: string; server: Server }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return { url: `http://127.0.0.1:${address.port}`, server };
}

function linkTo(server: string, credential: string | null = "vdc_secret") {
  const clock = createServerClock();
  const signal = new AbortController().signal;
  return { link: createServerLink({ server, credential, clock, signal }), clock };
}

test("a call carries the credential, unpacks the reply and learns the server's time", async (t) => {
  const seen: (string | undefined)[] = [];
  const { url } = await listening(t, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end(goodReply);
  });
  const { link, clock } = linkTo(`${url}/below/`);
  assert.equal((await link.get("/remote/v1/x", Reply, 5000)).said, "yes");
  assert.deepEqual(seen, ["GET /below/remote/v1/x Bearer vdc_secret"]);
  assert.ok(Math.abs(clock.now() - 1_700_000_000_000) < 5000);
});

test("each way to fail is told apart: gone, slow, broken, refused, revoked, somebody else", async (t) => {
  const answers: [string, number, string, typeof ServerUnreachable][] = [
    ["/401", 401, `{"error":"This credential was revoked."}`, CredentialRefused],
    ["/400", 400, `{"error":"results/3/at: it must be a whole number"}`, ContentRefused],
    ["/413", 413, `{"error":"too large"}`, ContentRefused],
    ["/500", 500, `{"error":"Something went wrong."}`, ServerUnreachable],
    ["/429", 429, `{"error":"Too many requests."}`, ServerUnreachable],
    ["/404", 404, "nginx", ServerUnreachable],
    ["/302", 302, "", ServerUnreachable],
    ["/portal", 200, "<html>Please sign in</html>", ServerUnreachable],
    ["/other", 200, `{"ok":true}`, ServerUnreachable],
  ];
  const { url, server } = await listening(t, (request, response) => {
    const answer = answers.find(([path]) => path === request.url);
    if (request.url === "/reset") request.socket.destroy();
    if (answer === undefined) return; // "/hangs" gets no answer
    response.writeHead(answer[1], { location: "/elsewhere" }).end(answer[2]);
  });
  const { link } = linkTo(url);
  for (const [path, , , kind] of answers) await assert.rejects(link.get(path, Reply, 5000), kind);
  await assert.rejects(link.get("/400", Reply, 5000), /results\/3\/at/);
  await assert.rejects(link.get("/reset", Reply, 5000), ServerUnreachable);
  await assert.rejects(link.get("/hangs", Reply, 50), ServerUnreachable);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await assert.rejects(link.get("/401", Reply, 5000), ServerUnreachable);
  assert.equal(await link.answers(1000), false);
});

test("any answer at all shows that the server can be reached", async (t) => {
  const { url } = await listening(t, (_, response) => response.writeHead(503).end());
  assert.equal(await linkTo(url).link.answers(1000), true);
});

test("enrolling trades the token for an identity, and the body is compressed JSON", async (t) => {
  let sent: unknown;
  const id = "01990000-0000-7000-8000-000000000001";
  const { url } = await listening(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void gunzip(Buffer.concat(chunks), 10_000).then((text) => {
        sent = JSON.parse(text.toString());
        const reply = { kind: "collector", id, name: "berlin", credential: "vdc_1", serverTime: 5 };
        response.end(JSON.stringify(reply));
      });
    });
  });
  const signal = new AbortController().signal;
  const options = {
    kind: "collector",
    server: url,
    token: "vde_1",
    version: "1.2.3",
    signal,
  } as const;
  const identity = await enrol({ ...options, clock: createServerClock() });
  assert.deepEqual(identity, {
    server: url,
    id,
    name: "berlin",
    credential: "vdc_1",
    tokenHash: hash("sha256", "vde_1"),
  });
  assert.partialDeepStrictEqual(sent, { token: "vde_1", version: "1.2.3" });
});

test("an identity that would be a path is none", async (t) => {
  const reply = { kind: "agent", name: "web1", credential: "vdac_1", serverTime: 5 };
  for (const id of ["../../etc", "/tmp/x", "", ".", "01990000-0000-7000-8000-000000000001/.."]) {
    const { url } = await listening(t, (request, response) => {
      request.resume().on("end", () => response.end(JSON.stringify({ ...reply, id })));
    });
    const signal = AbortSignal.timeout(10_000);
    const options = { kind: "agent", server: url, token: "vdae_1", version: "1", signal } as const;
    await assert.rejects(
      enrol({ ...options, clock: createServerClock() }),
      (error: unknown) =>
        error instanceof ServerUnreachable && /no Vedette server/.test(error.message),
    );
  }
});

test("the identity file is its owner's alone, survives a round trip, and a damaged one is refused by name", async (t) => {
  const parent = await mkdtemp(join(tmpdir(), "vedette-identity-"));
  t.after(() => rm(parent, { recursive: true }));
  const directory = join(parent, "collector");
  assert.equal(await readIdentity(directory), null);
  const identity = {
    server: "https://x",
    id: "1",
    name: "berlin",
    credential: "vdc_1",
    tokenHash: "0",
  };
  await writeIdentity(directory, identity);
  await writeIdentity(directory, identity);
  assert.deepEqual(await readIdentity(directory), identity);
  assert.equal((await stat(identityFileOf(directory))).mode & 0o777, 0o600);
  for (const text of ["", "{", "[]", `{"server":1}`, "null"]) {
    await writeFile(identityFileOf(directory), text);
    await assert.rejects(readIdentity(directory), /identity\.json holds no identity/);
  }
});
