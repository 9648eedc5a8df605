import { type CSSVariablesResolver, createTheme } from "@mantine/core";
import { t } from "../text/text.ts";
import { darkColours, lightColours } from "./colours.ts";

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
    Notification: {
      defaultProps: { withBorder: true, closeButtonProps: { "aria-label": t("common.close") } },
      // The library's own below a title is too pale to be read.
      styles: { description: { color: "var(--mantine-color-text)" } },
    },
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

/** Where the library's own colours have too little contrast, ours. */
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: lightColours,
  dark: darkColours,
});
