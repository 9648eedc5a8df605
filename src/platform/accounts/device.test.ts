import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceOf } from "./device.ts";

test("a device is told by its browser and system", () => {
  const cases = [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    ["curl/8.14.1", "null on null"],
    ["", "null on null"],
  ];
  for (const [userAgent, expected] of cases) {
    const { browser, system } = deviceOf(userAgent ?? null);
    assert.equal(`${browser} on ${system}`, expected);
  }
  assert.deepEqual(deviceOf(null), { browser: null, system: null });
});
