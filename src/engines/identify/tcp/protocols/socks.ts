import type { Protocol } from "../protocol.ts";

/** RFC 1928: version 5 with one method, "no authentication". */
export const socks: Protocol = {
  name: "socks5",
  ports: [1080, 1081, 9050, 10808],
  opening: () => Buffer.from([5, 1, 0]),
  whole: (bytes) => bytes.length >= 2,
  recognise: (bytes) => {
    const [version, method] = bytes;
    if (bytes.length !== 2 || version !== 5 || (method !== 0 && method !== 0xff)) return null;
    const open = method === 0;
    return {
      extraInfo: open ? "needs no login" : "asks for a login",
      observations: open ? ["open_access"] : [],
    };
  },
};
