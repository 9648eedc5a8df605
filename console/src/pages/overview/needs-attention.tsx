import { Group, Text } from "@mantine/core";
import { IconAlertCircle, IconClockExclamation, IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ExposureOverview, MonitorOverview } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { plural, t } from "../../text/text.ts";
import { formatDuration } from "../../kit/format-duration.ts";
import styles from "./overview.module.css";
import { Well } from "./well.tsx";

interface Matter {
  key: string;
  icon: typeof IconAlertCircle;
  title: string;
  href: string;
  text: ReactNode;
}

/** What does not work of Vedette itself: who relies on it would not see what is wrong out there. */
export function NeedsAttention({
  monitor,
  exposure,
}: {
  monitor: MonitorOverview | undefined;
  exposure: ExposureOverview | undefined;
}) {
  const { name } = useTenant();
  if (monitor === undefined || exposure === undefined) return null;
  const matters = [
    ...silentOf(name, monitor, exposure),
    ...failuresOf(name, exposure),
    ...oldFeedsOf(name, exposure),
  ];
  return (
    <Section title={t("overview.attention")}>
      {matters.length === 0 ? (
        <Well text={t("overview.noAttention")} />
      ) : (
        <ul className={styles["list"]}>
          {matters.map(({ key, icon: Icon, title, href, text }) => (
            <li key={key} className={styles["item"]}>
              <Group gap={8} wrap="nowrap" align="flex-start">
                <Icon
                  size={18}
                  aria-hidden
                  color="var(--status-warning)"
                  style={{ flex: "none", marginTop: 2 }}
                />
                <div className={styles["main"]}>
                  <Link to={href} className={styles["link"] ?? ""}>
                    {title}
                  </Link>
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {text}
                  </Text>
                </div>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function silentOf(name: string, monitor: MonitorOverview, exposure: ExposureOverview): Matter[] {
  const pages = { collector: paths.collectors, probe: paths.probes, agent: paths.agents };
  const { silent, silentAgents } = exposure;
  const parts = [
    ...monitor.silentCollectors.map((each) => ({ ...each, kind: "collector" as const })),
    ...silent,
  ];
  const untold = silentAgents - silent.filter(({ kind }) => kind === "agent").length;
  const matters = parts.map(({ kind, id, name: part, lastSeenAt }) => ({
    key: `${kind} ${id}`,
    icon: IconPlugConnectedX,
    title: t(`overview.silent.${kind}`, { name: part }),
    href: pages[kind](name),
    text: (
      <>
        {t("overview.lastHeard")} <Time at={lastSeenAt} />
      </>
    ),
  }));
  if (untold <= 0) return matters;
  const rest = {
    key: "more agents",
    icon: IconPlugConnectedX,
    title: plural("overview.moreSilentAgents", untold),
    href: paths.agents(name),
    text: t("overview.silentAgentsHint"),
  };
  return [...matters, rest];
}

function failuresOf(name: string, { failures }: ExposureOverview): Matter[] {
  return failures.map(({ kind, id, name: thing, at, hosts, error }) => ({
    key: `${kind} ${id}`,
    icon: IconAlertCircle,
    title: t(`overview.failed.${kind}`, { name: thing }),
    href: {
      scan: paths.scan(name, id),
      assessment: paths.identityDirectory(name, id),
      audit: paths.audits(name),
    }[kind],
    text: (
      <>
        {at !== null && (
          <>
            <Time at={at} />
            {": "}
          </>
        )}
        {hosts !== null && `${plural("overview.onHosts", hosts)} `}
        {error}
      </>
    ),
  }));
}

function oldFeedsOf(name: string, { oldFeeds }: ExposureOverview): Matter[] {
  return oldFeeds.map(({ name: feed, title, ageMs, lastError }) => ({
    key: `feed ${feed}`,
    icon: IconClockExclamation,
    title: t("overview.oldFeed", { name: title }),
    href: paths.feeds(name),
    text:
      lastError ?? (ageMs === null ? "" : t("overview.feedAge", { age: formatDuration(ageMs) })),
  }));
}
