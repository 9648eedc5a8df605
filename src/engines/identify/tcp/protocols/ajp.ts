import type { Protocol } from "../protocol.ts";

/** AJP 1.3: CPing, which is answered by CPong. */
export const ajp: Protocol = {
  name: "ajp13",
  ports: [8009],
  opening: () => Buffer.from([0x12, 0x34, 0, 1, 10]),
  whole: (bytes) => bytes.length >= 5,
  recognise: (bytes) =>
    bytes.subarray(0, 5).equals(Buffer.from([0x41, 0x42, 0, 1, 9])) ? { banner: "CPong" } : null,
};
