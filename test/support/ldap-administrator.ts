import { Attribute, Change, Client } from "ldapts";
import type { SambaDomain } from "#test/samba-domain";

/** Changes a domain over LDAPS as its administrator would. */
export interface LdapAdministrator {
  /** Adds an object; its class is one of the attributes. */
  add(dn: string, attributes: Readonly<Record<string, string | readonly string[]>>): Promise<void>;
  /** An enabled user with a password, in CN=Users. @returns its distinguished name */
  addUser(name: string, attributes?: Readonly<Record<string, string>>): Promise<string>;
  /** An enabled computer in CN=Computers, `name` without `$`. @returns its distinguished name */
  addComputer(name: string, attributes?: Readonly<Record<string, string>>): Promise<string>;
  /** Puts values in the place of those that an attribute has; no values: clears it. */
  replace(dn: string, attribute: string, ...values: readonly string[]): Promise<void>;
  /** Adds members to a group, by their names, or as `<SID=S-1-…>`. */
  join(group: string, ...members: readonly string[]): Promise<void>;
  leave(group: string, ...members: readonly string[]): Promise<void>;
}

interface Cleaned {
  after(cleanUp: () => Promise<void>): void;
}

const password = "P4ssw0rd!Lab1";

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
    values: readonly string[],
  ): Promise<void> {
    const modification = new Attribute({ type, values: [...values] });
    await client.modify(dn, new Change({ operation, modification }));
  }
  async function add(
    dn: string,
    attributes: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<void> {
    const entries = Object.entries(attributes).map(
      ([type, values]) => new Attribute({ type, values: [values].flat() }),
    );
    await client.add(dn, entries);
  }
  return {
    add,
    async addUser(name, attributes = {}) {
      const dn = `CN=${name},CN=Users,${baseDn}`;
      const unicodePwd = new Attribute({
        type: "unicodePwd",
        values: [Buffer.from(`"${password}"`, "utf16le")],
      });
      const others = { objectClass: "user", sAMAccountName: name, userAccountControl: "512" };
      const entries = Object.entries({ ...others, ...attributes }).map(
        ([type, value]) => new Attribute({ type, values: [value] }),
      );
      await client.add(dn, [...entries, unicodePwd]);
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
  };
}
