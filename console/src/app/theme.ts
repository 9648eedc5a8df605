import { type CSSVariablesResolver, DEFAULT_THEME, createTheme } from "@mantine/core";
import { t } from "../text/text.ts";

/** The name of a dialog is a heading like those of a page. */
const dialogStyles = {
  title: {
    fontSize: "var(--mantine-font-size-lg)",
    fontWeight: 600,
    lineHeight: 1.3,
    overflowWrap: "anywhere",
  },
} as const;

/** Calm: one accent, and colours of alarm only for what is wrong. */
export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: 9,
  autoContrast: true,
  // From this luminance on, black has more contrast than white (WCAG 2.2, relative luminance).
  luminanceThreshold: 0.18,
  defaultRadius: "sm",
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: "600" },
  cursorType: "pointer",
  components: {
    // The library's buttons that close have a cross only.
    Modal: {
      defaultProps: { closeButtonProps: { "aria-label": t("common.close") } },
      styles: dialogStyles,
    },
    Drawer: {
      defaultProps: { closeButtonProps: { "aria-label": t("common.close") } },
      styles: dialogStyles,
    },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": t("common.close") } } },
    // Its placeholder has no role, which a menu's child must have; the first item takes the focus as well.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Capitals are harder to read.
    Badge: { defaultProps: { tt: "none" } },
    Alert: { defaultProps: { closeButtonLabel: t("common.close") } },
  },
});

/** The page's policy allows only styles that carry this. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

const tinted = Object.keys(DEFAULT_THEME.colors).filter((colour) => colour !== "dark");

/** Text of a colour on a tint of the same: dark enough on white, light enough on black (WCAG 2.2, 1.4.3). */
function textColours(shade: number): Record<string, string> {
  return Object.fromEntries(
    tinted.flatMap((colour) =>
      ["light-color", "outline", "text"].map((use) => [
        `--mantine-color-${colour}-${use}`,
        `var(--mantine-color-${colour}-${shade})`,
      ]),
    ),
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

/** Where the library's own colours have too little contrast, ours. */
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    // The library lightens what is pointed at; white text then has too little contrast.
    "--mantine-color-teal-filled-hover": "#066649",
    ...textColours(9),
    ...lightTints(),
    // Pointed at, the accent has to stay lighter than the others.
    "--mantine-color-teal-light-hover": "#dafbf0",
    // These two are too light even at their darkest.
    "--mantine-color-yellow-light-color": "#8a4b00",
    "--mantine-color-yellow-text": "#8a4b00",
    "--mantine-color-orange-light-color": "#a63c00",
    "--mantine-color-orange-text": "#a63c00",
    "--mantine-color-dimmed": "#5c636a",
    "--mantine-color-placeholder": "#6b7278",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-anchor": "var(--mantine-color-teal-9)",
  },
  dark: {
    ...textColours(3),
    ...darkTints(),
    "--mantine-color-teal-filled-hover": "#066649",
    "--mantine-color-dimmed": "#a6adb4",
    "--mantine-color-placeholder": "#8b9298",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-anchor": "var(--mantine-color-teal-4)",
  },
});
