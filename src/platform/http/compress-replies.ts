import { constants } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Lets replies of a scope go out compressed; brotli at the level that costs no more time than gzip. */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  const { default: compress } = await import("@fastify/compress");
  await app.register(compress, {
    encodings: ["br", "gzip"],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
