import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { newId } from "#lib/ids";
import { readApiDocument } from "#test/api-document";
import { createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { zip } from "#test/zip";

const mebibyte = 2 ** 20;
const { database } = await createTestDatabase();
const app = await createConsoleApp(database);
const { tenantId } = await seedTenant(database);
const { headers } = await seedMember(database, tenantId, "operator");

/** Each operation that takes a file: how one begins that it takes, and a body that is good but for the file. */
const uploads: Readonly<Record<string, { begins: string; body: (data: string) => object }>> = {
  importAuditRuns: {
    begins: "<TestResult><a>",
    body: (data) => ({ name: "arf.xml", data, modifiedAt: 0 }),
  },
  createBundle: {
    begins: '<data-stream-collection xmlns="http://scap.nist.gov/schema/scap/source/1.2"><a>',
    body: (data) => ({ name: "b", file: "ds.xml", data }),
  },
  changeBundle: {
    begins: '<data-stream-collection xmlns="http://scap.nist.gov/schema/scap/source/1.2"><a>',
    body: (data) => ({ name: "b", file: "ds.xml", data }),
  },
};
const { operations } = await readApiDocument("console");
const taking = operations.filter(({ body }) => JSON.stringify(body ?? {}).includes('"data"'));

/** Packed, next to nothing is left of it. */
const spaces = Buffer.alloc(128 * mebibyte, " ");
const files: Readonly<Record<string, { pack: (begins: string) => Buffer; says: RegExp }>> = {
  "a gzip bomb": {
    pack: (begins) => gzipSync(Buffer.concat([Buffer.from(begins), spaces])),
    // Whichever bound is met first: of what comes out of so little, or of one text.
    says: /as of a gzip bomb|is longer than/,
  },
  "a gzip bomb in gzip": { pack: () => gzipSync(gzipSync(spaces)), says: /neither XML nor/ },
  "a zip archive": {
    pack: () => zip([{ name: "ds.xml", content: spaces }]),
    says: /zip archive; unpack it/,
  },
  xz: { pack: () => Buffer.from("fd377a585a0000", "hex"), says: /neither XML nor/ },
  zstd: { pack: () => zstdCompressSync(spaces), says: /neither XML nor/ },
  "a gzip that is cut off": {
    pack: (begins) => gzipSync(`${begins}${"<b/>".repeat(100_000)}`).subarray(0, -100),
    says: /gzip is damaged or ends too early/,
  },
  nothing: { pack: () => Buffer.alloc(0), says: /empty/ },
};

test("every operation that takes a file is tried below", () => {
  assert.deepEqual(
    taking.map(({ operationId }) => operationId).toSorted(),
    Object.keys(uploads).toSorted(),
  );
});

for (const [what, { pack, says }] of Object.entries(files)) {
  test(`${what} is refused at every upload with a sentence, and unpacked no further than it must be`, async () => {
    for (const { operationId, method, path } of taking) {
      const { begins, body } = uploads[operationId] ?? assert.fail();
      const data = pack(begins).toString("base64");
      const before = process.memoryUsage().rss;
      const reply = await app.inject({
        method: method as "POST",
        url: `/api${path.replace("{tenantId}", tenantId).replace("{id}", newId())}`,
        headers,
        payload: body(data),
      });
      assert.equal(reply.statusCode, 400, `${operationId}: ${reply.body}`);
      assert.match(reply.json().error, says, operationId);
      const grown = process.memoryUsage().rss - before;
      assert.ok(grown < 100 * mebibyte, `${operationId}: ${grown} bytes more`);
    }
  });
}
