import { formatCpe } from "#engines/vulnerability-types";

/** Products that nmap calls otherwise than NVD does. Keys and values are `vendor:product`. */
const renamed = new Map([
  ["igor_sysoev:nginx", "f5:nginx"],
  ["nginx:nginx", "f5:nginx"],
  ["redislabs:redis", "redis:redis"],
  ["matt_johnston:dropbear_ssh_server", "dropbear_ssh_project:dropbear_ssh"],
  ["vsftpd:vsftpd", "vsftpd_project:vsftpd"],
  ["mysql:mysql", "oracle:mysql"],
  ["proftpd:proftpd", "proftpd:proftpd"],
  ["lighttpd:lighttpd", "lighttpd:lighttpd"],
]);

/**
 * A CPE 2.2 URI, as nmap writes it (`cpe:/a:igor_sysoev:nginx:1.24.0`, NISTIR 7695 section 6.1), as a 2.3 formatted string under the
 * name that NVD uses; `null` when it names no product. OpenSSH's `9.2p1` becomes version 9.2, update p1, as NVD has it.
 */
export function cpeOfUri(uri: string): string | null {
  const [, part, ...rest] = /^cpe:\/([aoh])((?::[^:]*)*)$/.exec(uri) ?? [];
  if (part === undefined) return null;
  const [vendor = "", product = "", version = "", update = ""] = (rest[0] ?? "")
    .slice(1)
    .split(":")
    .map(decoded);
  if (vendor === "" || product === "") return null;
  const [knownVendor = vendor, knownProduct = product] = (renamed.get(`${vendor}:${product}`) ?? "")
    .split(":")
    .map((word) => (word === "" ? undefined : word));
  const [, number = version, patch = update] =
    product === "openssh" ? (/^([\d.]+)(p\d+)$/.exec(version) ?? []) : [];
  return formatCpe({
    part,
    vendor: knownVendor,
    product: knownProduct,
    version: number === "" ? "*" : number,
    update: patch === "" ? "*" : patch,
  });
}

function decoded(text: string): string {
  const lower = text.toLowerCase();
  return /%(?![0-9a-f]{2})/.test(lower) ? lower : decodeURIComponent(lower);
}
