import { latin1 } from "../../bytes.ts";
import type { Protocol } from "../protocol.ts";

/** RFC 2326: OPTIONS, which plays nothing. */
export const rtsp: Protocol = {
  name: "rtsp",
  nameOverTls: "rtsps",
  ports: [554, 8554, 10554],
  tlsPorts: [322],
  opening: () => "OPTIONS * RTSP/1.0\r\nCSeq: 1\r\nUser-Agent: Vedette\r\n\r\n",
  whole: (bytes) => latin1(bytes).includes("\r\n\r\n"),
  betrays: (bytes) => /^RTSP\/1\.0 \d{3}/.test(latin1(bytes.subarray(0, 13))),
  recognise: (bytes) => {
    const text = latin1(bytes.subarray(0, 8192));
    if (!/^RTSP\/1\.0 \d{3}/.test(text)) return null;
    const server = /^Server: *([^/\r\n]{1,100})(?:\/([\d.]{1,20}))?/im.exec(text);
    if (server === null) return {};
    const [, product = "", version] = server;
    return {
      product: product.trim(),
      ...(version === undefined ? {} : { version }),
      cpes: [],
      confidence: 70,
    };
  },
};
