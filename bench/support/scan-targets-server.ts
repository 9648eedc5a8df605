/** The targets of the scan benches: a program of its own, so that it runs on another core than what is measured. */
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";

/** What listens where, and the certificate's files. */
export interface ScanTargetsPlan {
  readonly listeners: readonly { readonly host: string; readonly port: number }[];
  readonly keyFile: string;
  readonly certificateFile: string;
}

const banners: Readonly<Record<number, string>> = {
  21: "220 (vsFTPd 3.0.3)\r\n",
  22: "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n",
  25: "220 mx.example.test ESMTP Postfix (Debian/GNU)\r\n",
  110: "+OK Dovecot ready.\r\n",
  143: "* OK [CAPABILITY IMAP4rev1 LITERAL+ STARTTLS LOGINDISABLED] Dovecot ready.\r\n",
  587: "220 mx.example.test ESMTP Exim 4.96 Sat, 21 Nov 2026 00:00:00 +0000\r\n",
  5900: "RFB 003.008\n",
};
const tlsPorts = [443, 8443];
const hangUpMs = 15_000;

const plan: ScanTargetsPlan = JSON.parse(process.argv[2] ?? "{}");
const secure = { key: readFileSync(plan.keyFile), cert: readFileSync(plan.certificateFile) };
const answer: http.RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain", server: "nginx/1.22.1" });
  response.end("ok\n");
};

function serverFor(port: number): net.Server {
  const banner = banners[port];
  if (banner === undefined) {
    return tlsPorts.includes(port) ? https.createServer(secure, answer) : http.createServer(answer);
  }
  return net.createServer((socket) => {
    socket.on("error", () => socket.destroy()); // scans end with RST
    socket.setTimeout(hangUpMs, () => socket.destroy());
    socket.resume();
    socket.write(banner);
  });
}

let left = plan.listeners.length;
for (const { host, port } of plan.listeners) {
  serverFor(port).listen({ host, port, backlog: 4096 }, () => {
    if (--left === 0) process.stdout.write("ready\n");
  });
}
