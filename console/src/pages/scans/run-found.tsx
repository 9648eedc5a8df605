import { Anchor, Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { ScanRunDetail } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { formatNumber, t } from "../../text/text.ts";

/** While a run goes on, its figures are counted so often. */
const whileOpenMs = 5_000;
const figures = ["up", "openPorts", "opened", "resolved", "skipped", "dropped"] as const;

/** What a run found, in numbers. */
export function RunFigures({ run, isOpen }: { run: ScanRunDetail; isOpen: boolean }) {
  const tenant = useTenant();
  const found = useApi(
    "getScanRunFigures",
    { path: { id: run.id } },
    { refetchInterval: isOpen ? whileOpenMs : false },
  );
  // Hosts are counted when they are done; that they are up is known before.
  const { hostsUp, openPorts } = run.progress ?? {};
  const sofar: Partial<Record<string, number | undefined>> = isOpen
    ? { up: hostsUp, openPorts }
    : {};
  // Also while it is open: the news that it has ended comes once, and what was counted before would stay.
  useLiveRefresh(["scan_runs"], ["getScanRunFigures"]);
  return (
    <Paper component="section" withBorder p="md" aria-label={t("scans.found")}>
      <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }}>
        {figures.map((name) => (
          <div key={name}>
            <Text size="sm" c="dimmed">
              {t(`scans.figure.${name}`)}
            </Text>
            <Text size="xl" fw={600}>
              {found.data === undefined
                ? "–"
                : formatNumber(Math.max(found.data[name], sofar[name] ?? 0))}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {found.data !== undefined && found.data.up > 0 && (
        <Group gap="md" mt="sm">
          <Anchor component={Link} to={`${paths.assets(tenant.name)}?site=${run.siteId}`} size="sm">
            {t("scans.toAssets")}
          </Anchor>
          <Anchor
            component={Link}
            to={`${paths.findings(tenant.name)}?site=${run.siteId}`}
            size="sm"
          >
            {t("scans.toFindings")}
          </Anchor>
        </Group>
      )}
    </Paper>
  );
}
