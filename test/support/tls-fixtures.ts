import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a TLS server needs, as PEM. `cert` is its certificate and then those of its issuers, without the root. */
export interface Identity {
  key: string;
  cert: string;
}

export interface CertificateWish {
  /** Host names and addresses; none at all makes a certificate with a common name only. */
  names: readonly string[];
  commonName?: string;
  /** Epoch milliseconds, whole seconds; yesterday unless given. */
  validFromAt?: number;
  /** Epoch milliseconds, whole seconds; in 90 days and an hour unless given. */
  validToAt?: number;
}

/** Issues certificates on ECDSA P-256 with openssl(1). */
export interface TestAuthority {
  /** Its own certificate as PEM: what a client is to trust. */
  ca: string;
  issue(wish: CertificateWish): Identity;
  /** An authority below this one: what it issues carries its certificate, too. */
  intermediate(commonName: string, validToAt?: number): TestAuthority;
  close(): void;
}

export const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A root of its own, in a temporary directory. */
export function createTestAuthority(commonName = "Vedette test root"): TestAuthority {
  const dir = mkdtempSync(join(tmpdir(), "vedette-ca-"));
  const root = sign(
    dir,
    null,
    { names: [], commonName, validToAt: Date.now() + 3650 * dayMs },
    true,
  );
  return authority(dir, root, "");
}

/**
 * A certificate signed by its own key. `notAfter` puts these 13 bytes in place of its end, date or not; then the
 * signature is wrong, too.
 */
export function selfSigned(wish: CertificateWish & { notAfter?: string }): Identity {
  const dir = mkdtempSync(join(tmpdir(), "vedette-self-"));
  try {
    const { key, cert } = sign(dir, null, wish, false);
    return { key, cert: wish.notAfter === undefined ? cert : withEnd(cert, wish.notAfter) };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** UTCTime has tag 23 and 13 bytes; in a certificate the second is its end (RFC 5280 section 4.1.2.5). */
function withEnd(cert: string, notAfter: string): string {
  const der = Buffer.from(cert.replaceAll(/-----.*-----|\n/g, ""), "base64");
  const utcTime = Buffer.from([23, 13]);
  der.write(notAfter, der.indexOf(utcTime, der.indexOf(utcTime) + 1) + 2, "latin1");
  const lines = der.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function authority(dir: string, own: Identity, chain: string): TestAuthority {
  return {
    ca: own.cert,
    issue: (wish) => {
      const { key, cert } = sign(dir, own, wish, false);
      return { key, cert: cert + chain };
    },
    intermediate: (commonName, validToAt) => {
      const below = mkdtempSync(join(dir, "below-"));
      const wish = { names: [], commonName, ...(validToAt === undefined ? {} : { validToAt }) };
      const made = sign(dir, own, wish, true);
      return authority(below, made, made.cert + chain);
    },
    close: () => rmSync(dir, { recursive: true }),
  };
}

function sign(dir: string, issuer: Identity | null, wish: CertificateWish, ca: boolean): Identity {
  const file = (name: string): string => join(dir, name);
  const commonName = wish.commonName ?? wish.names[0] ?? "";
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    "req",
    ...curve,
    "-keyout",
    file("key"),
    "-out",
    file("csr"),
    "-subj",
    `/CN=${commonName}`,
  );
  const key = readFileSync(file("key"), "utf8");
  const names = wish.names.map((name) => `${/^[0-9.]+$|:/.test(name) ? "IP" : "DNS"}:${name}`);
  const extensions = `basicConstraints=critical,CA:${ca}`;
  writeFileSync(
    file("config"),
    `[ca]
default_ca=own
[own]
database=${file("index")}
new_certs_dir=${dir}
default_md=sha256
policy=any
unique_subject=no
rand_serial=yes
[any]
commonName=optional
[extensions]
${names.length === 0 ? extensions : `${extensions}\nsubjectAltName=${names.join(",")}`}
`,
  );
  writeFileSync(file("index"), "");
  if (issuer !== null) {
    writeFileSync(file("ca-key"), issuer.key);
    writeFileSync(file("ca-cert"), issuer.cert);
  }
  const from = utcTime(wish.validFromAt ?? Date.now() - dayMs);
  const to = utcTime(wish.validToAt ?? Date.now() + 90 * dayMs + hourMs);
  const signer =
    issuer === null
      ? ["-selfsign", "-keyfile", file("key")]
      : ["-keyfile", file("ca-key"), "-cert", file("ca-cert")];
  const lifetime = ["-startdate", from, "-enddate", to, "-extensions", "extensions"];
  const common = ["ca", "-batch", "-notext", "-config", file("config")];
  openssl(...common, "-in", file("csr"), ...signer, "-out", file("cert"), ...lifetime);
  return { key, cert: readFileSync(file("cert"), "utf8") };
}

/** GeneralizedTime, as openssl-ca(1) takes it: YYYYMMDDHHMMSSZ. */
function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`;
}

function openssl(...args: string[]): void {
  const run = spawnSync("openssl", args, { encoding: "utf8" });
  if (run.error !== undefined) throw new Error(`openssl(1) does not run: ${run.error.message}`);
  if (run.status !== 0) throw new Error(`openssl ${args[0]} failed: ${run.stderr}`);
}
