import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Protocol } from "../protocol.ts";

/** The four-letter word that every ZooKeeper allows unless told otherwise (its administrator's guide). */
export const zookeeper: Protocol = {
  name: "zookeeper",
  ports: [2181, 2182],
  opening: () => "srvr",
  recognise: (bytes) => {
    const text = latin1(bytes.subarray(0, 1024));
    if (text.startsWith("srvr is not executed because it is not in the whitelist")) {
      return { product: "Apache ZooKeeper", cpes: [cpeOf("apache:zookeeper")], confidence: 70 };
    }
    const version = /^Zookeeper version: (\d+(?:\.\d+)+)/.exec(text)?.[1];
    if (version === undefined) return null;
    return {
      product: "Apache ZooKeeper",
      version,
      cpes: [cpeOf("apache:zookeeper", version)],
      confidence: 80,
    };
  },
};
