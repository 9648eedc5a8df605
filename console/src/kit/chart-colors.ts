/** Lines of charts, told apart by people who see colours differently (Okabe & Ito, 2008), and dark or light enough. */
export type ChartColor = "blue" | "orange" | "green" | "purple";

const light: Readonly<Record<ChartColor, string>> = {
  blue: "#0072b2",
  orange: "#b25000",
  green: "#00795a",
  purple: "#9c4f80",
};

const dark: Readonly<Record<ChartColor, string>> = {
  blue: "#56b4e9",
  orange: "#f0a04b",
  green: "#3fcf9f",
  purple: "#d99ac0",
};

/** What a chart is drawn with; a canvas knows nothing of style sheets. */
export interface ChartLook {
  lines: Readonly<Record<ChartColor, string>>;
  text: string;
  grid: string;
  /** Of outages. */
  shade: string;
}

export function chartLook(scheme: "light" | "dark"): ChartLook {
  return scheme === "light"
    ? { lines: light, text: "#495057", grid: "#e3e6e9", shade: "rgba(201, 42, 42, 0.13)" }
    : { lines: dark, text: "#c1c7cd", grid: "#3a3f45", shade: "rgba(255, 107, 107, 0.2)" };
}
