/** A full scan fills the same facts whether nmap helps or not. Real services on loopback; needs nmap. */
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { createServer, type Server } from "node:net";
import { after, before, describe, test } from "node:test";
import { Compile } from "typebox/compile";
import { findNmap } from "#engines/nmap";
import { HostReport } from "#engines/scan-types";
import { ownIdentification } from "./identification.ts";
import { scanHere, type ScanFindings, scanSpec } from "./testing/scan-here.ts";

const host = "127.47.0.1";
const isReport = Compile(HostReport);
const servers: Server[] = [];
const ports: number[] = [];

async function listen(server: Server): Promise<void> {
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  servers.push(server);
  ports.push(address.port);
}

before(async () => {
  await listen(
    createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.resume();
      socket.write("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n");
    }),
  );
  await listen(
    http.createServer((_request, response) => {
      response.writeHead(200, { server: "nginx/1.22.1", "content-type": "text/html" });
      response.end("<title>Contract</title>");
    }),
  );
  await listen(
    http.createServer((_request, response) => {
      response.writeHead(200, { Server: "lighttpd" });
      response.end();
    }),
  );
});
after(() => {
  for (const server of servers) server.close();
});

for (const helped of [false, true]) {
  describe(`a full scan ${helped ? "with" : "without"} nmap`, () => {
    let found: ScanFindings;
    before(async () => {
      const nmap = helped ? await findNmap() : null;
      assert.equal(nmap !== null, helped, "nmap is installed");
      found = await scanHere(
        scanSpec({ targets: [host], scanType: "full", tcpPorts: ports.join(","), allowNmap: true }),
        { identification: ownIdentification, nmap },
      );
    });

    test("gives a report that is valid, with the ports that are open", () => {
      const report = found.of(host);
      assert.deepEqual([...isReport.Errors(report)], []);
      assert.equal(report.outcome, "up");
      assert.deepEqual(
        report.tcp?.open,
        ports.toSorted((a, b) => a - b),
      );
    });

    test("names products, versions, packages and titles", () => {
      const [ssh, web, shy] = ports.map((port) =>
        found.of(host).services.find((service) => service.port === port),
      );
      assert.partialDeepStrictEqual(ssh, {
        name: "ssh",
        product: "OpenSSH",
        method: "probed",
        package: { distribution: "debian", version: "9.2p1-2+deb12u3" },
        engine: "own",
        unsettled: false,
      });
      assert.match(ssh?.version ?? "", /^9\.2p1/);
      assert.match(ssh?.cpes[0] ?? "", /^cpe:2\.3:a:openbsd:openssh:9\.2/);
      assert.partialDeepStrictEqual(web, {
        name: "http",
        product: "nginx",
        version: "1.22.1",
        http: { status: 200, title: "Contract", server: "nginx/1.22.1" },
        engine: "own",
      });
      assert.match(web?.cpes[0] ?? "", /nginx:1\.22\.1/);
      // nmap is asked only for what has no version yet.
      const engine = helped ? "both" : "own";
      assert.partialDeepStrictEqual(shy, { name: "http", product: "lighttpd", engine });
    });
  });
}
