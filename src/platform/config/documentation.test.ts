import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { readConfig } from "./config.ts";

const textOf = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

test("the documentation's table of settings has every setting, and no other", async () => {
  const page = await textOf("../../../docs/operate.md");
  const [, section = ""] = /^## Settings\n(.*?)^## /ms.exec(page) ?? [];
  // `VEDETTE_X_ONE`, `_TWO` is written for names that begin alike.
  const documented = section.split("\n").flatMap((row) => {
    const cell = /^\| (.*?) \|/.exec(row)?.[1] ?? "";
    const names = [...cell.matchAll(/`([A-Z_0-9]+)`/g)].map(([, name = ""]) => name);
    const stem = /^VEDETTE_[A-Z]+/.exec(names[0] ?? "")?.[0] ?? "";
    return names.map((name) => (name.startsWith("_") ? `${stem}${name}` : name));
  });
  const sources = await Promise.all(
    ["config.ts", "account-settings.ts", "feed-sources.ts"].map((file) => textOf(`./${file}`)),
  );
  const read = sources.flatMap((text) =>
    [...text.matchAll(/"(VEDETTE_[A-Z_0-9]*[A-Z0-9]|DATABASE_URL)"/g)].map(([, name = ""]) => name),
  );
  assert.deepEqual([...new Set(documented)].toSorted(), [...new Set(read)].toSorted());
  const { unknownSettings } = readConfig(Object.fromEntries(documented.map((name) => [name, ""])));
  assert.deepEqual(unknownSettings, []);
});
