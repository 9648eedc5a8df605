import assert from "node:assert/strict";
import { Attribute, type BerWriter, Change, Client, Control } from "ldapts";
import type { Ace, Sid } from "#engines/active-directory";
import { sidText } from "#engines/active-directory";
import { aceBytes, descriptorBytes } from "#engines/active-directory/testing";
import type { SambaDomain } from "#test/samba-domain";

type Values = string | readonly (string | Buffer)[];

/** A real domain in an administrator's hands, over LDAP. */
export interface Lab {
  add(dn: string, attributes: Readonly<Record<string, Values>>): Promise<void>;
  /** No values: the attribute goes. */
  set(dn: string, attribute: string, values: Values): Promise<void>;
  /** A value more. */
  put(dn: string, attribute: string, values: Values): Promise<void>;
  /** Puts entries before those that are in its access control list. */
  grant(dn: string, ...entries: readonly Ace[]): Promise<void>;
  own(dn: string, owner: Sid): Promise<void>;
  sidOf(dn: string): Promise<Sid>;
}

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

/** Signs in as the domain's administrator. */
export async function openLab(
  t: { after(cleanUp: () => Promise<void>): void },
  samba: SambaDomain,
): Promise<Lab> {
  const client = new Client({ url: samba.url, tlsOptions: { ca: samba.ca } });
  t.after(() => client.unbind());
  await client.bind(samba.administrator.user, samba.administrator.password);

  async function change(
    operation: "add" | "replace",
    dn: string,
    attribute: string,
    values: Values,
    part?: number,
  ): Promise<void> {
    const modification = attributeOf(attribute, values);
    const controls = part === undefined ? [] : [new DescriptorPart(part)];
    await client.modify(dn, new Change({ operation, modification }), controls);
  }
  async function binary(dn: string, attribute: string, controls: Control[] = []): Promise<Buffer> {
    const options = { scope: "base" as const, attributes: [attribute] };
    const { searchEntries } = await client.search(
      dn,
      { ...options, explicitBufferAttributes: [attribute] },
      controls,
    );
    const value = searchEntries[0]?.[attribute];
    assert.ok(Buffer.isBuffer(value), `${dn} has ${attribute}`);
    return value;
  }
  return {
    add: (dn, attributes) =>
      client.add(
        dn,
        Object.entries(attributes).map(([name, values]) => attributeOf(name, values)),
      ),
    set: (dn, attribute, values) => change("replace", dn, attribute, values),
    put: (dn, attribute, values) => change("add", dn, attribute, values),
    async grant(dn, ...entries) {
      const old = await binary(dn, "nTSecurityDescriptor", [new DescriptorPart(listPart)]);
      const longer = withEntriesFirst(old, entries.map(aceBytes));
      await change("replace", dn, "nTSecurityDescriptor", [longer], listPart);
    },
    async own(dn, owner) {
      const bytes = descriptorBytes({ owner, aces: null });
      await change("replace", dn, "nTSecurityDescriptor", [bytes], ownerPart);
    },
    sidOf: async (dn) => sidText(await binary(dn, "objectSid")),
  };
}

function attributeOf(type: string, values: Values): Attribute {
  const list = typeof values === "string" ? [values] : values;
  return new Attribute({ type, values: list.map((value) => Buffer.from(value)) });
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
