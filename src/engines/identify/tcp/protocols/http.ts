import { header, isWholeReply, readReply, type HttpReply } from "../../http/http-reply.ts";
import { httpFacts } from "../../http/http-facts.ts";
import { askApplication, findApplication } from "../../http/ask-application.ts";
import { requestText } from "../../http/request-text.ts";
import { identifyWeb } from "../../products/web-product.ts";
import { latin1 } from "../../bytes.ts";
import type { Finding, Protocol } from "../protocol.ts";

/** RFC 9110 and 9112. Redirects are not followed: where they lead is another page's business. */
export const http: Protocol = {
  name: "http",
  nameOverTls: "https",
  ports: [
    80, 81, 82, 83, 84, 85, 88, 280, 591, 593, 631, 1080, 2375, 2379, 2380, 3000, 3128, 4000, 5000,
    5001, 5601, 5984, 5985, 7000, 7001, 7080, 7474, 8000, 8001, 8006, 8008, 8010, 8020, 8025, 8069,
    8080, 8081, 8082, 8083, 8084, 8085, 8086, 8088, 8089, 8090, 8091, 8096, 8100, 8123, 8161, 8180,
    8181, 8200, 8222, 8333, 8400, 8500, 8880, 8888, 8983, 9000, 9001, 9080, 9090, 9091, 9093, 9200,
    9201, 9981, 9999, 10000, 10255, 15672, 18080, 28017, 32400, 49152, 50000, 50070,
  ],
  tlsPorts: [
    443, 832, 1311, 2083, 2087, 2096, 2376, 3001, 4343, 4433, 4443, 4444, 5001, 5443, 5986, 6443,
    7443, 8006, 8007, 8140, 8243, 8333, 8443, 8444, 8531, 8834, 8843, 9091, 9392, 9443, 10000,
    10250, 10443, 12443, 16993, 18443, 20443,
  ],
  opening: (asked) => requestText(asked, { method: "GET", path: "/" }),
  whole: isWholeReply,
  betrays: (bytes) => readReply(bytes.subarray(0, 512)) !== null,
  recognise: (bytes) => {
    const reply = readReply(bytes);
    return reply === null ? null : describe(reply);
  },
  examine: async (talk, found, bytes) => {
    const reply = readReply(bytes);
    const application = reply === null ? null : findApplication(reply, talk.asked.port);
    return reply === null || application === null
      ? found
      : askApplication(talk, found, application, reply);
  },
};

function describe(reply: HttpReply): Finding {
  const http = httpFacts(reply);
  const name = serviceName(reply);
  return {
    ...(name === null ? {} : { name }),
    ...identifyWeb({ headers: reply.headers, title: http.title ?? "", page: reply.body }),
    http,
    banner: statusAndHeaders(reply),
    // What is missing among cut headers was perhaps there.
    unsettled: !reply.headComplete,
  };
}

/** The Internet Printing Protocol is spoken over HTTP (RFC 8010), and its servers say so. */
function serviceName(reply: HttpReply): string | null {
  return /\bIPP\/\d/.test(header(reply, "server") ?? "") ? "ipp" : null;
}

function statusAndHeaders(reply: HttpReply): string {
  const lines = reply.headers.slice(0, 20).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${reply.status}`, ...lines].join("\n").slice(0, 2000);
}

/** What servers answer to a plain request on a port where they expect TLS. */
const tlsExpected =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|sent an HTTP request to an HTTPS server|combination of host and port requires TLS/;

/** Whether a reply to a request in clear asks for TLS. */
export function wantsTls(bytes: Buffer): boolean {
  // A TLS alert, too, is such an answer: record type 21, version 3.x (RFC 8446 section 5.1).
  if (bytes.length >= 7 && bytes[0] === 21 && bytes[1] === 3) return true;
  const text = latin1(bytes.subarray(0, 4096));
  return /^HTTP\/1\.\d 400/.test(text) && tlsExpected.test(text);
}
