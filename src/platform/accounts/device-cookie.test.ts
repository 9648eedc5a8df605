import assert from "node:assert/strict";
import { test } from "node:test";
import { createDeviceCookies } from "./device-cookie.ts";

const devices = createDeviceCookies(Buffer.alloc(32, 1));
const name = "vedette.device";
const ann = "ann@example.test";
const pairOf = (cookie: string): string => cookie.split(";")[0] ?? "";

test("a browser is known for the account that signed in at it, and for no other", () => {
  const cookies = `x=y; ${pairOf(devices.write(undefined, name, ann))}; z=1`;
  const number = devices.read(cookies, name, ann);
  assert.match(number ?? "", /^[\w-]{22}$/);
  assert.equal(devices.read(cookies, name), number);
  assert.equal(devices.read(cookies, name, "bea@example.test"), null);
  assert.equal(devices.read(cookies, "another", ann), null);
  assert.notEqual(devices.read(devices.write(undefined, name, ann), name, ann), number);
});

test("who signs in again stays the same browser: nobody has more attempts by it", () => {
  const cookies = pairOf(devices.write(undefined, name, ann));
  assert.equal(pairOf(devices.write(cookies, name, ann)), cookies);
  assert.notEqual(pairOf(devices.write(cookies, name, "bea@example.test")), cookies);
});

test("what was not made here with this key is nobody's", () => {
  const value = pairOf(devices.write(undefined, name, ann));
  const [number, account, proof] = value.slice(name.length + 1).split(".");
  const wrong = [
    undefined,
    "",
    `${name}=`,
    `${name}=..`,
    `${name}=${number}.${account}.`,
    `${name}=x${number}.${account}.${proof}`,
    `${name}=${number}.${account}.${proof?.slice(2)}`,
    pairOf(createDeviceCookies(Buffer.alloc(32, 2)).write(undefined, name, ann)),
  ];
  for (const cookies of wrong) {
    assert.equal(devices.read(cookies, name), null, cookies ?? "none");
    assert.equal(devices.read(cookies, name, ann), null, cookies ?? "none");
  }
});
