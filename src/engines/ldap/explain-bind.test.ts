import assert from "node:assert/strict";
import { test } from "node:test";
import { explainBind } from "./explain-bind.ts";

const whom = "dc1.acme.test:636";
/** As domain controllers write it. */
const refusal = (data: string) =>
  `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${data}, v4563`;
const explain = (user: string, data: string) =>
  explainBind({ user, password: "p" }, whom, { code: 49, text: refusal(data) });

test("a name that is no full one is told how to be written", () => {
  assert.equal(
    explain("reader", "52e"),
    'dc1.acme.test:636 refuses the user "reader": the user or the password is wrong; write the user as reader@acme.example, ACME\\reader or its distinguished name.',
  );
  for (const user of ["reader@acme.test", "ACME\\reader", "CN=reader,DC=acme,DC=test"]) {
    assert.equal(
      explain(user, "52e"),
      `dc1.acme.test:636 refuses the user "${user}": the user or the password is wrong.`,
    );
  }
});

test("a user whom the controller knows is told what is the matter with the account, not how to be written", () => {
  assert.equal(
    explain("reader", "775"),
    'dc1.acme.test:636 refuses the user "reader": the account is locked: unlock it.',
  );
});

test("a password that the server sends back is not quoted", () => {
  const text = "no such login: reader with let me in";
  assert.equal(
    explainBind({ user: "reader", password: "let me in" }, whom, { code: 1, text }),
    'dc1.acme.test:636 refuses to sign "reader" in (result 1: no such login: reader with …).',
  );
});
