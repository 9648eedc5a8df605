import type { Protocol } from "./protocol.ts";
import { ftp } from "./protocols/ftp.ts";
import { http } from "./protocols/http.ts";
import { imap } from "./protocols/imap.ts";
import { pop3 } from "./protocols/pop3.ts";
import { smtp } from "./protocols/smtp.ts";
import { ssh } from "./protocols/ssh.ts";

/** Every protocol that is recognised. The order counts where bytes would suit two of them. */
export const protocols: readonly Protocol[] = [ssh, http, smtp, imap, pop3, ftp];

/** What a port is asked that suggests nothing, and does not greet: the most common first. */
export const genericProtocols: readonly Protocol[] = [http];

/** Ports on which TLS comes first, and within it HTTP, most of the time. */
export const tlsPorts: ReadonlySet<number> = new Set([
  443, 832, 1311, 2083, 2087, 2096, 3001, 4343, 4433, 4443, 4444, 5001, 5443, 5986, 6443, 7443,
  8006, 8007, 8140, 8243, 8333, 8443, 8444, 8531, 8834, 8843, 9091, 9443, 9392, 10000, 10250, 10443,
  12443, 16993, 18443, 20443,
]);
