import assert from "node:assert/strict";
import { Attribute, type BerWriter, Change, Client, Control } from "ldapts";
import { type Ace, type Sid, sidText } from "#engines/active-directory";
import { aceBytes, descriptorBytes } from "#engines/active-directory/testing";
import type { Cleaned } from "#test/clean-up";
import type { SambaDomain } from "#test/samba-domain";

type Value = string | Buffer;
type Attributes = Readonly<Record<string, Value | readonly Value[]>>;

/** Changes a domain over LDAPS as its administrator would. */
export interface LdapAdministrator {
  /** Adds an object; its class is one of the attributes. */
  add(dn: string, attributes: Attributes): Promise<void>;
  /** An enabled user with a password, in CN=Users. @returns its distinguished name */
  addUser(name: string, attributes?: Attributes): Promise<string>;
  /** An enabled computer in CN=Computers, `name` without `$`. @returns its distinguished name */
  addComputer(name: string, attributes?: Attributes): Promise<string>;
  /** Puts values in the place of those that an attribute has; no values: clears it. */
  replace(dn: string, attribute: string, ...values: readonly Value[]): Promise<void>;
  /** Adds members to a group, by their names, or as `<SID=S-1-…>`. */
  join(group: string, ...members: readonly string[]): Promise<void>;
  leave(group: string, ...members: readonly string[]): Promise<void>;
  /** Puts entries before those that are in an object's access control list. */
  grant(dn: string, ...entries: readonly Ace[]): Promise<void>;
  own(dn: string, owner: Sid): Promise<void>;
  sidOf(dn: string): Promise<Sid>;
}

const password = "P4ssw0rd!Lab1";

/** Parts of a descriptor, MS-ADTS 3.1.1.3.4.1.11. */
const ownerPart = 1;
const listPart = 4;

class DescriptorPart extends Control {
  readonly #part: number;
  constructor(part: number) {
    super("1.2.840.113556.1.4.801", { critical: true });
    this.#part = part;
  }
  protected override writeControl(writer: BerWriter): void {
    writer.writeBuffer(Buffer.of(0x30, 0x03, 0x02, 0x01, this.#part), 0x04);
  }
}

/** Signs in as a domain's administrator; signed out after `t`. */
export async function signInAsAdministrator(
  t: Cleaned,
  { url, ca, host, baseDn, administrator }: SambaDomain,
): Promise<LdapAdministrator> {
  const client = new Client({ url, tlsOptions: { ca, servername: host } });
  t.after(async () => client.unbind());
  await client.bind(administrator.user, administrator.password);

  async function modify(
    operation: "add" | "delete" | "replace",
    dn: string,
    type: string,
    values: readonly Value[],
    controls: Control[] = [],
  ): Promise<void> {
    const modification = attributeOf(type, values);
    await client.modify(dn, new Change({ operation, modification }), controls);
  }
  async function add(dn: string, attributes: Attributes): Promise<void> {
    const entries = Object.entries(attributes).map(([type, values]) =>
      attributeOf(type, [values].flat()),
    );
    await client.add(dn, entries);
  }
  async function read(dn: string, attribute: string, controls: Control[] = []): Promise<Buffer> {
    const { searchEntries } = await client.search(
      dn,
      { scope: "base", attributes: [attribute], explicitBufferAttributes: [attribute] },
      controls,
    );
    const value = searchEntries[0]?.[attribute];
    assert.ok(Buffer.isBuffer(value), `${dn} has ${attribute}`);
    return value;
  }
  return {
    add,
    async addUser(name, attributes = {}) {
      const dn = `CN=${name},CN=Users,${baseDn}`;
      const unicodePwd = Buffer.from(`"${password}"`, "utf16le");
      const own = { objectClass: "user", sAMAccountName: name, userAccountControl: "512" };
      await add(dn, { ...own, ...attributes, unicodePwd });
      return dn;
    },
    async addComputer(name, attributes = {}) {
      const dn = `CN=${name},CN=Computers,${baseDn}`;
      const own = { sAMAccountName: `${name}$`, userAccountControl: "4096" };
      await add(dn, { objectClass: "computer", ...own, ...attributes });
      return dn;
    },
    replace: async (dn, attribute, ...values) => modify("replace", dn, attribute, values),
    join: async (group, ...members) => modify("add", group, "member", members),
    leave: async (group, ...members) => modify("delete", group, "member", members),
    async grant(dn, ...entries) {
      const part = [new DescriptorPart(listPart)];
      const old = await read(dn, "nTSecurityDescriptor", part);
      const longer = withEntriesFirst(old, entries.map(aceBytes));
      await modify("replace", dn, "nTSecurityDescriptor", [longer], part);
    },
    async own(dn, owner) {
      const bytes = descriptorBytes({ owner, aces: null });
      await modify("replace", dn, "nTSecurityDescriptor", [bytes], [new DescriptorPart(ownerPart)]);
    },
    sidOf: async (dn) => sidText(await read(dn, "objectSid")),
  };
}

function attributeOf(type: string, values: readonly Value[]): Attribute {
  return new Attribute({ type, values: values.map((value) => Buffer.from(value)) });
}

/** Of a descriptor that is nothing but its list, MS-DTYP 2.4.5: entries come first, and the list is as much longer. */
function withEntriesFirst(descriptor: Buffer, entries: readonly Buffer[]): Buffer {
  const at = descriptor.readUInt32LE(16);
  const added = Buffer.concat(entries);
  const head = Buffer.from(descriptor.subarray(0, at + 8));
  head.writeUInt16LE(head.readUInt16LE(at + 2) + added.length, at + 2);
  head.writeUInt16LE(head.readUInt16LE(at + 4) + entries.length, at + 4);
  return Buffer.concat([head, added, descriptor.subarray(at + 8)]);
}
