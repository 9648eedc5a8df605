import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { readBodyText } from "./body-text.ts";
import { maxBodyBytes } from "./response-body.ts";

function read(headers: Record<string, string>, bytes: Buffer, capped = false) {
  const head = { version: "1.1", status: 200, headers: new Map(Object.entries(headers)) } as const;
  return readBodyText(head, bytes, capped);
}

describe("the text of a body", () => {
  test("is UTF-8 unless the charset says otherwise; an unknown one is UTF-8, too", async () => {
    const text = async (type: string, bytes: Buffer): Promise<unknown> =>
      read({ "content-type": type }, bytes);
    const umlaut = { text: "ä", capped: false };
    assert.deepEqual(await text("text/html", Buffer.from("ä")), umlaut);
    assert.deepEqual(await text('text/html; charset="ISO-8859-1"', Buffer.from([0xe4])), umlaut);
    assert.deepEqual(await text("text/html; charset=x-unheard", Buffer.from("\ufeffä")), umlaut);
  });

  test("is unpacked when it comes compressed, although that is not asked for", async () => {
    const packers = {
      gzip: gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
      zstd: zstdCompressSync,
    };
    for (const [coding, pack] of Object.entries(packers)) {
      const got = await read({ "content-encoding": coding }, pack("well"));
      assert.deepEqual(got, { text: "well", capped: false }, coding);
    }
  });

  test("grows to 1 MiB at most, whatever a small body says", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * maxBodyBytes, "x"));
    const got = await read({ "content-encoding": "gzip" }, bomb);
    if ("unreadable" in got) assert.fail();
    assert.deepEqual([got.text.length, got.capped], [maxBodyBytes, true]);
  });

  test("of a compressed body that was cut at the cap is what its beginning says", async () => {
    const whole = gzipSync(
      Buffer.from(Array.from({ length: 5000 }, (_, i) => `line ${i}`).join("\n")),
    );
    const cut = whole.subarray(0, whole.length / 2);
    const got = await read({ "content-encoding": "gzip" }, cut, true);
    if ("unreadable" in got) assert.fail();
    assert.ok(got.text.startsWith("line 0\nline 1\n") && got.capped);
    assert.match(
      JSON.stringify(await read({ "content-encoding": "gzip" }, cut)),
      /cannot be unpacked/,
    );
  });

  test("is said to be unreadable when it is packed in an unknown or a wrong way", async () => {
    const unknown = await read({ "content-encoding": "compress" }, Buffer.from("x"));
    assert.match(JSON.stringify(unknown), /compress.*cannot be read/);
    const wrong = await read({ "content-encoding": "gzip" }, Buffer.from("plain text"));
    assert.match(JSON.stringify(wrong), /said to be gzip, but cannot be unpacked/);
  });
});
