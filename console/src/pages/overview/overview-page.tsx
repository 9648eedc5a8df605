import { Grid, SimpleGrid, Stack } from "@mantine/core";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { FirstSteps } from "./first-steps.tsx";
import { IncidentTrend, FindingTrend } from "./trends.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { OpenIncidents } from "./open-incidents.tsx";
import { SensorStates } from "./sensor-states.tsx";
import { Tiles } from "./tiles.tsx";
import { useExposureOverview, useMonitorOverview } from "./use-overview.ts";
import { isWatched } from "./what-is-known.ts";
import { WorstFindings } from "./worst-findings.tsx";

/** What is wrong now, first; then how it went. */
export function OverviewPage() {
  const monitor = useMonitorOverview();
  const exposure = useExposureOverview();
  // What is wrong comes first, unless nothing is watched that could be.
  const isNew = monitor.data === undefined || !isWatched(monitor.data);
  const steps = <FirstSteps monitor={monitor.data} exposure={exposure.data} />;
  return (
    <Page title={t("overview.title")}>
      {isNew && steps}
      <Tiles monitor={monitor.data} exposure={exposure.data} />
      <Grid gap="md" align="stretch">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack gap="md">
            <Loaded query={monitor}>{(data) => <OpenIncidents monitor={data} />}</Loaded>
            <NeedsAttention monitor={monitor.data} exposure={exposure.data} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Loaded query={exposure}>{(data) => <WorstFindings exposure={data} />}</Loaded>
        </Grid.Col>
      </Grid>
      {!isNew && steps}
      <SimpleGrid cols={{ base: 1, md: 2, lg: 3 }} spacing="md">
        {monitor.data !== undefined && <IncidentTrend days={monitor.data.days} />}
        {exposure.data !== undefined && <FindingTrend days={exposure.data.days} />}
        {monitor.data !== undefined && <SensorStates sensors={monitor.data.sensors} />}
      </SimpleGrid>
    </Page>
  );
}
