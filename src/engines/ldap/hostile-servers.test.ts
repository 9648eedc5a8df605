import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, test } from "node:test";
import { dnKey } from "#engines/active-directory";
import { aceBytes, descriptorBytes } from "#engines/active-directory/testing";
import { DirectoryRefused } from "#engines/directory-types";
import { readDomain } from "./index.ts";
import { readingContext, serveDomain } from "./testing/read-served.ts";
import type { Script } from "./testing/scripted-server.ts";
import { servedDn, servedDomain, servedGroup, servedUser } from "./testing/served-domain.ts";
import { element, integer, message, octets, result } from "./testing/write-ber.ts";

/** Whatever a server says instead of the users that it is asked for. */
async function whenUsersAreAskedFor(
  t: { after(cleanUp: () => void): void },
  say: (line: { write(bytes: Uint8Array): void }) => void,
  limits = {},
): Promise<string> {
  const answer: Script["answer"] = (search, usual, line) => {
    if (search.filter.text !== "(&(objectClass=user)(!(objectClass=computer)))") return usual();
    say(line);
    return null;
  };
  const served = await serveDomain(t, servedDomain(), { answer });
  const error = await served.read({}, { pageMs: 800, ...limits }).then(
    () => assert.fail("it was read"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof DirectoryRefused, String(error));
  return error.message.replace(/127\.0\.0\.1:\d+/, "it");
}

describe("a server that does not speak as it should", () => {
  test("is left with a sentence, whatever it says", async (t) => {
    const said = (bytes: Uint8Array) => whenUsersAreAskedFor(t, (line) => line.write(bytes));
    assert.equal(
      await said(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")),
      "it cannot be understood while users were read: what it says is not LDAP.",
    );
    assert.equal(
      await said(Buffer.from("3084ffffffff", "hex")),
      "it cannot be understood while users were read: it sends a message of 4294967301 bytes, and 67108864 are taken.",
    );
    assert.equal(
      await said(Buffer.from("3080", "hex")),
      "it cannot be understood while users were read: what it says is not LDAP.",
    );
    assert.equal(
      await said(message(4000, result(0x65, 0))),
      "it cannot be understood while users were read: it answers what nobody asked.",
    );
    assert.equal(
      await said(message(0, result(0x78, 52))),
      "it ended the connection (result 52) while users were read.",
    );
    assert.equal(
      await said(Buffer.from("30820100", "hex")),
      "it did not answer within 0.8 s while users were read.",
    );
  });

  test("cannot make the reader go round in circles with lengths that do not fit", async (t) => {
    const id = integer(20);
    const broken = [
      element(0x30, id, Buffer.from("640a0401780484ffffffff00", "hex")),
      element(0x30, id, element(0x64, octets("CN=x"), Buffer.from("3010300e0402", "hex"))),
      element(0x30, id, element(0x64, octets("CN=x"), element(0x30, element(0x30, octets("a"))))),
      element(0x30, id, element(0x65, integer(0, 0x0a), octets(""))),
      element(0x30, id, result(0x65, 0), Buffer.from("a0053004040131", "hex")),
      element(0x30, Buffer.from("0200", "hex"), result(0x65, 0)),
      element(0x30),
    ];
    for (const bytes of broken) {
      assert.match(
        await whenUsersAreAskedFor(t, (line) => line.write(bytes)),
        /^it cannot be understood while users were read: a (message|number) /,
        bytes.toString("hex"),
      );
    }
  });

  test("that goes on in clear after StartTLS is not trusted with what it says", async (t) => {
    const heard: Buffer[] = [];
    const server = createServer((line: Socket) => {
      line.on("error", () => line.destroy());
      line.on("data", (bytes: Buffer) => {
        heard.push(bytes);
        const bindSucceeded = message(2, result(0x61, 0));
        line.write(Buffer.concat([message(1, result(0x78, 0)), bindSucceeded]));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);
    const served = await serveDomain(t, servedDomain());
    const spec = { ...served.spec, urls: [`ldap://127.0.0.1:${address.port}`] };
    await assert.rejects(readDomain(spec, readingContext()), {
      name: "DirectoryRefused",
      message: /goes on in clear after StartTLS/,
    });
    assert.ok(!Buffer.concat(heard).includes(spec.password), "nobody signs in in clear");
  });

  test("that has no StartTLS is told no password", async (t) => {
    const heard: Buffer[] = [];
    const server = createServer((line: Socket) => {
      line.on("error", () => line.destroy());
      line.on("data", (bytes: Buffer) => {
        heard.push(bytes);
        line.write(message(1, result(0x78, 52)));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);
    const served = await serveDomain(t, servedDomain());
    const spec = { ...served.spec, urls: [`ldap://127.0.0.1:${address.port}`] };
    await assert.rejects(readDomain(spec, readingContext()), {
      name: "DirectoryRefused",
      message:
        /refuses StartTLS \(result 52\): give the domain controller a certificate, or use ldaps/,
    });
    assert.ok(!Buffer.concat(heard).includes(spec.password));
  });

  test("that is busy is left for the next; one that says no otherwise is not", async (t) => {
    const sound = await serveDomain(t, servedDomain());
    for (const [code, goesOn] of [
      [51, true],
      [52, true],
      [53, false],
      [8, false],
      [49, false],
    ] as const) {
      const other = await serveDomain(t, servedDomain(), {
        bind: () => ({ code, text: "no\u0007" }),
      });
      const urls = [...other.spec.urls, ...sound.spec.urls];
      const ca = `${other.spec.ca ?? ""}\n${sound.spec.ca ?? ""}`;
      const before = sound.binds.length;
      const reading = readDomain({ ...sound.spec, urls, ca }, readingContext());
      if (goesOn) assert.equal((await reading).dnsName, "served.test");
      else
        await assert.rejects(reading, { name: "DirectoryRefused", message: /reader@served\.test/ });
      assert.equal(sound.binds.length - before, goesOn ? 1 : 0, String(code));
    }
  });
});

test("a password that a server sends back with a list is in no sentence, not even a part of it", async (t) => {
  const served = await serveDomain(t, servedDomain(), {
    answer: (_, usual) => ({
      ...usual(),
      code: 1,
      text: `${"x".repeat(195)}${served.spec.password}`,
    }),
  });
  await assert.rejects(served.read(), (error: Error) => {
    assert.match(error.message, /\(result 1: x{195}…\)\.$/);
    return error instanceof DirectoryRefused;
  });
});

describe("hostile values", () => {
  const nasty = "\u0000<img src=x onerror=alert(1)>\u001b[31m\u202e\r\nRoot";

  test("are printable and short where people read them, and as they are where names are compared", async (t) => {
    const dn = `CN=Ge\\00rm\\, \\"x\\" \\<b\\>\\0ACNF:1,CN=Users,${servedDn}`;
    const user = servedUser("any", 1200, {
      sAMAccountName: [nasty],
      operatingSystem: ["x".repeat(1_000_000)],
      servicePrincipalName: [nasty, "y".repeat(1_000_000)],
      altSecurityIdentities: ["X509:<I>DC=x<S>CN=y"],
    });
    const served = await serveDomain(
      t,
      servedDomain(
        { ...user, dn },
        servedGroup("Schema Admins", 518, { member: [dn.toLowerCase()] }),
      ),
    );
    const domain = await served.read();
    const account = domain.accounts.find((one) => one.sid.endsWith("-1200"));
    assert.ok(account !== undefined);
    assert.equal(account.name, "<img src=x onerror=alert(1)> [31m Root");
    assert.equal(account.key, dnKey(dn));
    assert.deepEqual(domain.groups.find(({ name }) => name === "Schema Admins")?.members, [
      account.key,
    ]);
    assert.deepEqual(account.servicePrincipalNames, [nasty, "y".repeat(500)]);
    for (const text of [account.name, account.dn, account.operatingSystem ?? ""]) {
      assert.doesNotMatch(text, /[\p{Cc}\p{Cf}]/u);
      assert.ok(text.length <= 1000);
    }
  });

  test("of another kind than the schema's are none, and what hangs on them is not concluded", async (t) => {
    const odd = servedUser("odd", 1201, {
      objectGUID: [Buffer.alloc(3)],
      objectSid: [Buffer.from("not a SID")],
      userAccountControl: ["many"],
      pwdLastSet: ["yesterday"],
      whenCreated: ["2024-01-01"],
      lastLogonTimestamp: ["9223372036854775807"],
      primaryGroupID: ["99999999999"],
      adminCount: [""],
      sIDHistory: [Buffer.alloc(2), Buffer.alloc(500, 2)],
      nTSecurityDescriptor: [Buffer.alloc(40, 0xff)],
      "msDS-AllowedToActOnBehalfOfOtherIdentity": [Buffer.from("x")],
      "msDS-SupportedEncryptionTypes": ["0x18"],
    });
    const served = await serveDomain(t, servedDomain(odd));
    const account = (await served.read()).accounts.find(({ name }) => name === "odd");
    assert.ok(account !== undefined);
    assert.deepEqual(
      { ...account, kind: null, dn: null, key: null, name: null },
      {
        dn: null,
        key: null,
        name: null,
        kind: null,
        id: odd.dn,
        sid: "S-1-0-0",
        descriptor: null,
        flags: null,
        passwordSetAt: undefined,
        lastSignInAt: null,
        createdAt: null,
        primaryGroupId: null,
        adminCount: false,
        servicePrincipalNames: [],
        delegatesTo: [],
        actsOnBehalf: null,
        encryptionTypes: null,
        sidHistory: [],
        hostName: null,
        operatingSystem: null,
        operatingSystemVersion: null,
        hasClearPassword: account.hasClearPassword,
        hasLaps: false,
        keyCredentials: 0,
        certificateMappings: [],
        passwordSettings: [],
      },
    );
  });

  test("a descriptor of the greatest length on every object is read once", async (t) => {
    const ace = {
      allow: true,
      objectType: null,
      inheritedObjectType: null,
      inherited: false,
      inheritOnly: false,
    };
    const aces = Array.from({ length: 3000 }, (_, mask) =>
      aceBytes({ ...ace, sid: "S-1-1-0", mask }),
    );
    const nTSecurityDescriptor = [descriptorBytes({ owner: "S-1-5-18", aces })];
    const users = Array.from({ length: 50 }, (_, index) =>
      servedUser(`large${index}`, 4000 + index, { nTSecurityDescriptor }),
    );
    const served = await serveDomain(t, servedDomain(...users));
    const { accounts } = await served.read();
    const large = accounts.filter(({ name }) => name.startsWith("large"));
    assert.equal(new Set(large.map(({ descriptor }) => descriptor)).size, 1);
    assert.equal(large[0]?.descriptor?.aces?.length, 3000);
  });
});

describe("a reader who sees nothing", () => {
  for (const [what, filter] of [
    ["accounts", "user"],
    ["groups", "group"],
    ["units", "organizationalUnit"],
  ] as const) {
    test(`of the ${what} is told so: a domain without any would look clean`, async (t) => {
      const served = await serveDomain(t, servedDomain(), {
        answer: (search, usual) =>
          search.filter.text.includes(`(objectClass=${filter})`) ? { entries: [] } : usual(),
      });
      await assert.rejects(served.read(), {
        name: "DirectoryRefused",
        message: new RegExp(`shows the user no ${what} of DC=served,DC=test: give it the right`),
      });
    });
  }

  test("in CN=System is told so: the trusts could be there", async (t) => {
    const served = await serveDomain(t, servedDomain(), {
      answer: (search, usual) =>
        search.base === `CN=System,${servedDn}` ? { entries: [], code: 32 } : usual(),
    });
    await assert.rejects(served.read(), {
      name: "DirectoryRefused",
      message: /does not show the user what is in CN=System,DC=served,DC=test: give it the right/,
    });
  });
});
