import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Protocol } from "../protocol.ts";

const question = "(DESCRIPTION=(CONNECT_DATA=(COMMAND=version)))";

/** A TNS connect packet with the listener's command `version`. */
export const oracle: Protocol = {
  name: "oracle-tns",
  ports: [1521, 1522, 1525, 1526],
  opening: () => {
    const head = Buffer.alloc(58);
    head.writeUInt16BE(58 + question.length, 0);
    head[4] = 1; // CONNECT
    head.writeUInt16BE(0x0139, 8); // version, and the oldest that will do
    head.writeUInt16BE(0x012c, 10);
    head.writeUInt16BE(0x0800, 14); // session and transport data unit
    head.writeUInt16BE(0x7fff, 16);
    head.writeUInt16BE(0x4f98, 18); // characteristics of the protocol, as clients send them
    head.writeUInt16BE(0x0001, 22); // the number 1 in this machine's order
    head.writeUInt16BE(question.length, 24);
    head.writeUInt16BE(58, 26);
    return Buffer.concat([head, Buffer.from(question, "latin1")]);
  },
  whole: (bytes) => /\(VSNNUM=\d+\)|Version \d+\.\d+|\(ERR=\d+\)/.test(latin1(bytes)),
  recognise: (bytes) => {
    const text = latin1(bytes.subarray(0, 4096));
    const [, , , , type] = bytes;
    const isTns = bytes.length >= 8 && type !== undefined && [2, 4, 5, 6, 11].includes(type);
    if (!isTns || !/TNS|VSNNUM|DESCRIPTION/.test(text)) return null;
    const version =
      /Version (\d+(?:\.\d+)+)/.exec(text)?.[1] ?? byNumber(/VSNNUM=(\d{1,10})/.exec(text)?.[1]);
    return {
      product: "Oracle TNS listener",
      ...(version === undefined ? {} : { version }),
      cpes: [cpeOf("oracle:database_server", version)],
      confidence: version === undefined ? 70 : 80,
      banner: text.slice(8),
    };
  },
};

/** 318767104 = 0x13000000 is 19.0.0.0.0: 8, 4, 8, 4 and 8 bits. */
function byNumber(text: string | undefined): string | undefined {
  const number = Number(text ?? 0);
  if (number === 0 || number > 0xff_ff_ff_ff) return undefined;
  const parts = [
    number >>> 24,
    (number >>> 20) & 15,
    (number >>> 12) & 255,
    (number >>> 8) & 15,
    number & 255,
  ];
  return parts.join(".");
}
