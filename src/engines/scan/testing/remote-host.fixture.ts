/**
 * A host of its own at the other end of a cable: run under unshare(1) in a network namespace. It listens where it is told
 * and carries out `ip` commands, one a line on stdin; says `ready`, `done` after each, and `ADDRESS PORT BYTES` when
 * somebody hung up who had connected and sent so many bytes.
 */
import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const listen = (address: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      let bytes = 0;
      socket.on("data", (chunk) => (bytes += chunk.length));
      socket.on("error", () => socket.destroy());
      socket.on("close", () => say(`${address} ${port} ${bytes}`));
    });
    server.once("error", reject);
    server.listen({ host: address, port }, resolve);
  });

say("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, ...words] = line.split(" ");
  if (verb === "listen") await listen(words[0] ?? "", Number(words[1]));
  else if (verb === "ip") execFileSync("ip", words);
  else throw new Error(`no such command: ${line}`);
  say("done");
}
