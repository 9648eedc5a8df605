import type { ExposureOverview, MonitorOverview } from "../../api/operations.generated.ts";
import { DayBars } from "../../kit/day-bars.tsx";
import { Section } from "../../kit/section.tsx";
import { plural, t } from "../../text/text.ts";

/** Incidents of the last thirty days, by the day on which they opened. */
export function IncidentTrend({ days }: { days: MonitorOverview["days"] }) {
  const total = days.reduce((sum, { opened }) => sum + opened, 0);
  return (
    <Section title={t("overview.incidentTrend")}>
      <DayBars
        label={t("overview.incidentTrend")}
        summary={plural("overview.incidentsInAll", total)}
        days={days.map(({ from, opened }) => ({ from, values: [opened] }))}
        series={[{ name: t("overview.incidentsOpened"), color: "var(--status-down)" }]}
      />
    </Section>
  );
}

const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

const colours = {
  // Darker than its word, which stands alone: here it lies on the red of the next one.
  CRITICAL: "light-dark(#7a0c36, #e64980)",
  HIGH: "var(--severity-high)",
  MEDIUM: "var(--severity-medium)",
  LOW: "var(--severity-low)",
} as const;

/** Findings that were open at the end of each day, the worst below. What is only information is left out. */
export function FindingTrend({ days }: { days: ExposureOverview["days"] }) {
  const last = days.at(-1)?.open;
  const now = last === undefined ? 0 : severities.reduce((sum, each) => sum + last[each], 0);
  return (
    <Section title={t("overview.findingTrend")}>
      <DayBars
        label={t("overview.findingTrend")}
        summary={plural("overview.findingsNow", now)}
        days={days.map(({ from, open }) => ({
          from,
          values: severities.map((each) => open[each]),
        }))}
        series={severities.map((each) => ({
          name: t(`findings.severity.${each}`),
          color: colours[each],
        }))}
      />
    </Section>
  );
}
