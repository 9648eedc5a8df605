/** The targets without nginx: a program of its own, so that it runs on another core than what is measured. */
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { join } from "node:path";

interface Plan {
  dir: string;
  addresses: string[];
  httpPort: number;
  tcpPort: number;
  tlsPort: number;
}

const plan: Plan = JSON.parse(process.argv[2] ?? "{}");
const secure = {
  key: readFileSync(join(plan.dir, "key.pem")),
  cert: readFileSync(join(plan.dir, "cert.pem")),
};
const answer: http.RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  response.end("ok\n");
};
for (const host of plan.addresses) {
  http.createServer(answer).listen({ host, port: plan.httpPort, backlog: 4096 });
  https.createServer(secure, answer).listen({ host, port: plan.tlsPort, backlog: 4096 });
  net
    .createServer((socket) => {
      socket.on("error", () => socket.destroy()); // checks end with RST
      socket.resume();
    })
    .listen({ host, port: plan.tcpPort, backlog: 4096 });
}
