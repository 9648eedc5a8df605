import {
  cpeOf,
  matchProduct,
  type IdentifiedProduct,
  type ProductRule,
} from "../../products/product.ts";
import type { Finding, Protocol } from "../protocol.ts";
import { readElement, readElements, writeElement } from "./ber.ts";

const attributes = [
  "vendorName",
  "vendorVersion",
  "objectClass",
  "structuralObjectClass",
  "namingContexts",
  "dnsHostName",
  "supportedCapabilities",
  "supportedExtension",
  "domainControllerFunctionality",
  "isGlobalCatalogReady",
];

/** LDAP_CAP_ACTIVE_DIRECTORY_OID ([MS-ADTS] section 3.1.1.3.4.3). */
const activeDirectory = "1.2.840.113556.1.4.800";
const startTls = "1.3.6.1.4.1.1466.20037";

/** By `vendorName` and `vendorVersion`, where they are told. */
const directoryProducts: readonly ProductRule[] = [
  {
    pattern: /389[- ]Directory\/(?<version>\d+(?:\.\d+)+)/,
    product: "389 Directory Server",
    cpe: "port389:389-ds-base",
  },
  {
    pattern: /ApacheDS(?:[ /](?<version>\d[\w.-]{0,20}))?|Apache Software Foundation/,
    product: "ApacheDS",
    cpe: "apache:directory_server",
  },
  {
    pattern: /OpenDJ Server (?<version>\d+(?:\.\d+)+)/,
    product: "OpenDJ",
    cpe: "openidentityplatform:opendj",
  },
  { pattern: /Samba Team/, product: "Samba AD", cpe: "samba:samba" },
  {
    pattern: /Oracle Corporation|Sun Microsystems/,
    product: "Oracle Directory Server",
    cpe: "oracle:directory_server_enterprise_edition",
  },
  { pattern: /Novell|NetIQ|eDirectory/, product: "NetIQ eDirectory", cpe: "netiq:edirectory" },
  {
    pattern: /International Business Machines/,
    product: "IBM Security Directory Server",
    cpe: "ibm:security_directory_server",
  },
];

/** Asks for the root DSE, which every server shows to everybody (RFC 4512 section 5.1). */
export const ldap: Protocol = {
  name: "ldap",
  nameOverTls: "ldaps",
  startTls: "ldap",
  ports: [389, 3268, 1389, 10389],
  tlsPorts: [636, 3269, 1636],
  opening: rootDseRequest,
  whole: (bytes) => bytes[0] !== 0x30 || responses(bytes).some(({ tag }) => tag === 0x65),
  recognise: (bytes) => {
    const answers = responses(bytes);
    // SearchResultEntry, SearchResultDone, or a notice of disconnection.
    if (!answers.some(({ tag }) => tag === 0x64 || tag === 0x65 || tag === 0x78)) return null;
    return describe(readAttributes(answers.find(({ tag }) => tag === 0x64)?.content));
  },
};

function rootDseRequest(): Buffer {
  return writeElement(
    0x30,
    writeElement(0x02, Buffer.from([1])),
    writeElement(
      0x63,
      writeElement(0x04, ""),
      writeElement(0x0a, Buffer.from([0])), // the base object alone
      writeElement(0x0a, Buffer.from([0])),
      writeElement(0x02, Buffer.from([1])), // one entry
      writeElement(0x02, Buffer.from([5])), // seconds
      writeElement(0x01, Buffer.from([0])),
      writeElement(0x87, "objectClass"),
      writeElement(0x30, ...attributes.map((name) => writeElement(0x04, name))),
    ),
  );
}

/** The protocol operations of the messages in these bytes. */
function responses(bytes: Buffer): { tag: number; content: Buffer }[] {
  return readElements(bytes)
    .filter(({ tag }) => tag === 0x30)
    .flatMap(({ content }) => {
      const id = readElement(content, 0);
      const operation = id?.tag === 0x02 ? readElement(content, id.end) : null;
      return operation ?? [];
    });
}

function readAttributes(entry: Buffer | undefined): Map<string, string[]> {
  const [, list] = entry === undefined ? [] : readElements(entry);
  const found = new Map<string, string[]>();
  for (const { content } of list === undefined ? [] : readElements(list.content)) {
    const [type, values] = readElements(content);
    if (type === undefined || values === undefined) continue;
    const texts = readElements(values.content).map((value) => value.content.toString("utf8"));
    found.set(type.content.toString("latin1").toLowerCase(), texts);
  }
  return found;
}

function describe(entry: Map<string, string[]>): Finding {
  const first = (name: string): string | undefined => entry.get(name.toLowerCase())?.[0];
  const host = first("dnsHostName");
  const contexts = entry.get("namingcontexts") ?? [];
  const extensions = entry.get("supportedextension");
  const info = [
    extensions?.includes(startTls) === true ? "offers StartTLS" : "no StartTLS",
    contexts.length === 0 ? "" : `naming contexts: ${contexts.slice(0, 3).join(" ")}`,
  ];
  return {
    ...product(entry, `${first("vendorName") ?? ""} ${first("vendorVersion") ?? ""}`.trim()),
    extraInfo: info.filter((text) => text !== "").join("; "),
    ...(host === undefined ? {} : { hostName: host }),
    // Where the list is hidden, only asking tells.
    offersTls: extensions?.includes(startTls) ?? true,
    banner: [...entry]
      .map(([name, values]) => `${name}: ${values.slice(0, 2).join(", ")}`)
      .join("; "),
  };
}

function product(entry: Map<string, string[]>, vendor: string): IdentifiedProduct | null {
  const named = matchProduct(directoryProducts, vendor);
  if (named !== null) return named;
  const classes = [
    ...(entry.get("objectclass") ?? []),
    ...(entry.get("structuralobjectclass") ?? []),
  ];
  if (classes.includes("OpenLDAProotDSE")) {
    return { product: "OpenLDAP", cpes: [cpeOf("openldap:openldap")], confidence: 70 };
  }
  if (entry.get("supportedcapabilities")?.includes(activeDirectory) === true) {
    return { product: "Microsoft Active Directory", cpes: [], confidence: 70 };
  }
  return null;
}
