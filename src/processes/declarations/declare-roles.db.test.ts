import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { askConsole, seedMember } from "#test/console-app";
import { type DeclarationList, chosenLists, lists } from "./list.ts";
import { createDeclaring, oneOfEach, site } from "./testing/declaring.ts";

const { app, database, start } = await createDeclaring();

const administered: readonly string[] = ["companies", "collectors", "probes", "directories"];

test("each list is changed by those alone who may, and nobody else's is there", async () => {
  const { as, ask, idOf, tenantId } = await start(site);
  const operator = await as("operator");
  const viewer = await as("viewer");
  const stranger = await start();
  for (const list of lists) {
    const id = await idOf(list, oneOfEach[list]);
    const path = `/declarations/${list}/${id}`;
    const mayOperate = !administered.includes(list);
    assert.equal((await viewer("POST", `/declarations/${list}`, {})).statusCode, 403, list);
    assert.equal((await viewer("PUT", path, {})).statusCode, 403, list);
    assert.equal((await viewer("DELETE", path)).statusCode, 403, list);
    assert.equal(
      (await operator("POST", `/declarations/${list}`, {})).statusCode,
      mayOperate ? 400 : 403,
    );
    assert.equal((await operator("PUT", path, {})).statusCode, mayOperate ? 400 : 403);
    if (!mayOperate) assert.equal((await operator("DELETE", path)).statusCode, 403);
    const reads = mayOperate || list === "companies" ? 200 : 403;
    assert.equal((await viewer("GET", path)).statusCode, reads, list);
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const body = method === "PUT" ? { name: "x" } : undefined;
      assert.equal((await stranger.ask(method, path, body)).statusCode, 404);
      assert.equal((await ask(method, `/declarations/${list}/${newId()}`, body)).statusCode, 404);
      assert.equal((await ask(method, `/declarations/${list}/none`, body)).statusCode, 404);
    }
    const foreign = askConsole(
      app,
      tenantId,
      await seedMember(database, stranger.tenantId, "owner"),
    );
    assert.equal((await foreign("GET", path)).statusCode, 404);
  }
});

test("one who is limited to a company is shown what is all of it, and nothing of what belongs to none", async () => {
  const { as, idOf } =
    await start(`${site.replace("companies: [{ name: Acme }]", "companies: [{ name: Acme }, { name: Beta }]")}
`);
  const acme = await idOf("companies", "Acme");
  const ours = await as("viewer", [acme]);
  const theirs = await as("viewer", [await idOf("companies", "Beta")]);
  // The maintenance names a sensor of no company as well.
  const seen: readonly DeclarationList[] = ["companies", "sensors", "sites", "scans", "audits"];
  for (const list of lists) {
    const path = `/declarations/${list}/${await idOf(list, oneOfEach[list])}`;
    assert.equal((await ours("GET", path)).statusCode, seen.includes(list) ? 200 : 404, list);
    assert.equal((await theirs("GET", path)).statusCode, 404, list);
  }
  for (const list of chosenLists) {
    const reply = await ours("GET", `/declarations/${list}`);
    const names = reply.json().items?.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, seen.includes(list) ? [oneOfEach[list]] : undefined, list);
  }
  assert.equal((await ours("GET", "/declarations/plan")).statusCode, 404);
});
