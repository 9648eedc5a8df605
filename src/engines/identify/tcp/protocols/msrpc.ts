import type { Protocol } from "../protocol.ts";

/** A bind to the endpoint mapper ([C706] chapter 12): version 5, little endian. */
const bind = Buffer.from(
  "05000b03100000004800000001000000b810b8100000000001000000000001000883afe11f5dc91191a408002b14a0fa03000000045d888aeb1cc9119fe808002b10486002000000",
  "hex",
);

export const msrpc: Protocol = {
  name: "msrpc",
  ports: [135],
  opening: () => bind,
  whole: (bytes) => bytes.length >= 16,
  recognise: (bytes) => {
    const [major, minor, type] = bytes;
    // bind_ack, bind_nak or fault.
    const answers = type === 12 || type === 13 || type === 3;
    return bytes.length >= 16 && major === 5 && minor === 0 && answers ? {} : null;
  },
};
