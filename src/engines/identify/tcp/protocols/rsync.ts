import { hasLine, latin1 } from "../../bytes.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

const greeting = /^@RSYNCD: (\d{1,3}(?:\.\d{1,3})?)/;

/** The rsync daemon's protocol, as rsync(1) and its source `clientserver.c` have it: each side tells its version first. */
export const rsync: Protocol = {
  name: "rsync",
  ports: [873],
  betrays: (bytes) => greeting.test(latin1(bytes.subarray(0, 40))),
  recognise: (bytes) => {
    const protocol = greeting.exec(latin1(bytes.subarray(0, 40)))?.[1];
    if (protocol === undefined) return null;
    return { product: "rsync", confidence: 70, extraInfo: `protocol ${protocol}` };
  },
  examine,
};

/** Asks for the list of modules, as `rsync host::` does. */
async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  line.say("@RSYNCD: 30.0\n#list\n");
  const whole = (bytes: Buffer): boolean =>
    hasLine(bytes) && /@RSYNCD: EXIT|^@ERROR/m.test(latin1(bytes));
  const { bytes } = await line.hear({ whole });
  const names = latin1(bytes)
    .split("\n")
    .flatMap((row) => /^([^\s@]{1,60})\s*\t/.exec(row)?.[1] ?? []);
  if (names.length === 0) return found;
  return { ...found, extraInfo: `${found.extraInfo}; modules: ${names.slice(0, 20).join(", ")}` };
}
