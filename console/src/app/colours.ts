/** Those of the library that something is told in, on a tint of the same. */
const tinted = [
  "gray",
  "red",
  "pink",
  "grape",
  "violet",
  "indigo",
  "blue",
  "cyan",
  "green",
  "lime",
  "yellow",
  "orange",
  "teal",
];

/** Text of a colour on a tint of the same: dark enough on white, light enough on black (WCAG 2.2, 1.4.3). */
function textColours(shade: number): Record<string, string> {
  return Object.fromEntries(
    tinted.flatMap((colour) =>
      Object.entries(wordsOf(colour, `var(--mantine-color-${colour}-${shade})`)),
    ),
  );
}

function wordsOf(colour: string, value: string): Record<string, string> {
  return Object.fromEntries(
    ["light-color", "outline", "text"].map((use) => [`--mantine-color-${colour}-${use}`, value]),
  );
}

/** Tints so light that text in their own colour can be read on them. */
function lightTints(): Record<string, string> {
  return Object.fromEntries(
    tinted.flatMap((colour) => [
      [`--mantine-color-${colour}-light`, `var(--mantine-color-${colour}-0)`],
      [`--mantine-color-${colour}-light-hover`, `var(--mantine-color-${colour}-1)`],
    ]),
  );
}

/** Tints that stay calm in a dark room. */
function darkTints(): Record<string, string> {
  return Object.fromEntries(
    tinted.flatMap((colour) =>
      [
        ["light", 22],
        ["light-hover", 30],
      ].map(([use, share]) => [
        `--mantine-color-${colour}-${use}`,
        `color-mix(in srgb, var(--mantine-color-${colour}-9) ${share}%, var(--mantine-color-body))`,
      ]),
    ),
  );
}

/** In light rooms, in place of the library's; a test holds that each can be read wherever it stands. */
export const lightColours: Record<string, string> = {
  // The library lightens what is pointed at; white text then has too little contrast.
  "--mantine-color-teal-filled-hover": "#066649",
  ...textColours(9),
  ...lightTints(),
  // Pointed at, the accent has to stay lighter than the others.
  "--mantine-color-teal-light-hover": "#dafbf0",
  // These are too light even at their darkest.
  ...wordsOf("yellow", "#8a4b00"),
  ...wordsOf("orange", "#a63c00"),
  ...wordsOf("lime", "#4c6b0c"),
  ...wordsOf("green", "#217a35"),
  "--mantine-color-dimmed": "#5c636a",
  "--mantine-color-placeholder": "#6b7278",
  "--mantine-color-error": "var(--mantine-color-red-9)",
  "--mantine-color-anchor": "#077554",
};

/** In the dark. */
export const darkColours: Record<string, string> = {
  ...textColours(3),
  ...darkTints(),
  "--mantine-color-teal-filled-hover": "#066649",
  "--mantine-color-dimmed": "#a6adb4",
  "--mantine-color-placeholder": "#8b9298",
  "--mantine-color-error": "var(--mantine-color-red-4)",
  "--mantine-color-anchor": "var(--mantine-color-teal-4)",
};
