import { Button, CloseButton, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import type { ExposureOverview, MonitorOverview } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useMay, useTenant } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";
import styles from "./overview.module.css";

const steps = ["sensor", "feeds", "scan", "agent", "key"] as const;
type Step = (typeof steps)[number];

/** What a new installation needs, in an order that works, until all is done or somebody has seen enough of it. */
export function FirstSteps({
  monitor,
  exposure,
}: {
  monitor: MonitorOverview | undefined;
  exposure: ExposureOverview | undefined;
}) {
  const { id, name, companyIds } = useTenant();
  const administers = useMay("administer");
  const mayBegin = useMay("operate") && companyIds === null;
  const keys = useApi("listApiKeys", {}, { enabled: administers });
  const [hidden, setHidden] = useLocalStorage({
    key: `vedette-first-steps-${id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (hidden || !mayBegin || monitor === undefined || exposure === undefined) return null;
  if (administers && keys.data === undefined) return null;
  const { has } = exposure;
  const done: Readonly<Record<Step, boolean>> = {
    sensor: Object.values(monitor.sensors).some((count) => count > 0),
    feeds: has.feeds,
    scan: has.scans,
    agent: has.agents,
    key: keys.data === undefined || keys.data.items.length > 0,
  };
  const left = steps.filter((step) => !done[step]);
  if (left.length === 0) return null;
  const hrefs: Readonly<Record<Step, string>> = {
    sensor: paths.newSensor(name),
    feeds: paths.feeds(name),
    scan: paths.firstScan(name),
    agent: paths.agents(name),
    key: paths.keys(name),
  };
  return (
    <Paper component="section" withBorder p="md" aria-label={t("overview.firstSteps")}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <Title order={2} size="h4">
            {t("overview.firstSteps")}
          </Title>
          <Text size="sm" c="dimmed">
            {t("overview.firstStepsLead")}
          </Text>
        </Stack>
        <CloseButton aria-label={t("overview.hideFirstSteps")} onClick={() => setHidden(true)} />
      </Group>
      <ul className={styles["list"]}>
        {steps.map((step) => (
          <StepItem
            key={step}
            step={step}
            done={done[step]}
            next={step === left[0]}
            href={hrefs[step]}
          />
        ))}
      </ul>
    </Paper>
  );
}

function StepItem({
  step,
  done,
  next,
  href,
}: {
  step: Step;
  done: boolean;
  /** The first that is left: its button stands out. */
  next: boolean;
  href: string;
}) {
  const Icon = done ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={styles["item"]}>
      <Group justify="space-between" gap="xs">
        <Group gap={10} wrap="nowrap" align="flex-start" flex="1 1 240px">
          <Icon
            size={20}
            aria-hidden
            color={done ? "var(--status-up)" : "var(--status-quiet)"}
            style={{ flex: "none", marginTop: 1 }}
          />
          <div className={styles["main"]}>
            <Text size="sm" fw={500}>
              {t(`overview.step.${step}`)}
            </Text>
            <Text size="sm" c="dimmed">
              {done ? t("overview.stepDone") : t(`overview.step.${step}.hint`)}
            </Text>
          </div>
        </Group>
        {!done && (
          <Button
            component={Link}
            to={href}
            size="xs"
            variant={next ? "filled" : "default"}
            aria-label={`${t(`overview.step.${step}.do`)}: ${t(`overview.step.${step}`)}`}
          >
            {t(`overview.step.${step}.do`)}
          </Button>
        )}
      </Group>
    </li>
  );
}
