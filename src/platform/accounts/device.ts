/** With what somebody signed in, as far as it can be told; `null`: it cannot. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** In the order in which they must be asked: each says that it is several others as well. */
const browsers: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [word: RegExp, name: string])[] = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Reads `User-Agent`. It is the client's own word, good enough for people to know their devices by. */
export function deviceOf(userAgent: string | null): Device {
  const named = (list: typeof browsers): string | null =>
    list.find(([word]) => word.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: named(browsers), system: named(systems) };
}
