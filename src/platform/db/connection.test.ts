import assert from "node:assert/strict";
import { test } from "node:test";
import { clientConfig, describeConnection } from "./connection.ts";

test("an address is described without its credentials", () => {
  const url = "postgres://bob:secret@db.example.test:5433/vedette?sslmode=require";
  assert.equal(describeConnection({ url }), "database vedette at db.example.test:5433");
});

test("options of the address do not displace the role that we stand in", () => {
  const url = "postgres://bob@localhost/vedette?options=-c%20work_mem%3D1MB&application_name=x";
  const { options, connectionString } = clientConfig({ url }, "vedette serve", "vedette_app");
  assert.match(options ?? "", /^-c work_mem=1MB .*-c role=vedette_app$/);
  assert.equal(connectionString, "postgres://bob@localhost/vedette");
});
