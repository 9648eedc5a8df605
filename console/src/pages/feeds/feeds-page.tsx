import { Alert, Code, Group, List, Loader, Stack, Table, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerStop,
  IconRefresh,
} from "@tabler/icons-react";
import { useAct, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { FeedState, Operations } from "../../api/operations.generated.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { formatDuration } from "../../kit/format-duration.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Mark } from "../../kit/mark.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, t } from "../../text/text.ts";

type Sync = Operations["listFeedStates"]["reply"]["sync"];

/** What is told of a sync goes to those who asked for it; others look again, in milliseconds. */
const lookAgainMs = 30_000;

/** What is known of vulnerabilities, how old it is, and how it is brought up to date. */
export function FeedsPage() {
  const feeds = useApi("listFeedStates", {}, { refetchInterval: lookAgainMs });
  useLiveRefresh(["feeds"], ["listFeedStates"]);
  const sync = useAct("syncFeeds", { changes: ["listFeedStates"] });
  const stop = useAct("stopFeedSync", { changes: ["listFeedStates"] });
  const isRunning = feeds.data?.sync?.running === true;
  return (
    <Page
      title={t("feeds.title")}
      lead={t("feeds.lead")}
      actions={
        isRunning ? (
          <GuardedButton
            need="administer"
            variant="default"
            loading={stop.isPending}
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() => stop.mutate({})}
          >
            {t("feeds.stop")}
          </GuardedButton>
        ) : (
          <GuardedButton
            need="administer"
            loading={sync.isPending}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => sync.mutate({})}
          >
            {t("feeds.sync")}
          </GuardedButton>
        )
      }
    >
      <Loaded query={feeds}>
        {({ items, sync: state }) => (
          <>
            <SyncState sync={state} />
            <Attention feeds={items} />
            <FeedTable feeds={items} />
          </>
        )}
      </Loaded>
      <Section title={t("feeds.offline")}>
        <Text size="sm">{t("feeds.offlineText")}</Text>
        <CopyText text="vedette feeds import /media/feeds" label={t("feeds.command")} />
        <Text size="sm" c="dimmed">
          {t("feeds.automatic")} <Code>{"VEDETTE_FEED_SYNC_HOURS=24"}</Code>
        </Text>
      </Section>
    </Page>
  );
}

function SyncState({ sync }: { sync: Sync }) {
  if (sync === null) return null;
  if (sync.running) {
    return (
      <Alert color="blue" icon={<Loader size={18} />} title={t("feeds.running")}>
        <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
          {sync.records === 0
            ? sync.sentence
            : t("feeds.records", { sentence: sync.sentence, count: sync.records })}
        </Text>
      </Alert>
    );
  }
  if (sync.failures.length === 0) {
    return (
      <Group gap="xs" role="status">
        <IconCircleCheck size={18} color="var(--status-up)" aria-hidden />
        <Text size="sm">
          {sync.sentence} <Time at={sync.endedAt} />
        </Text>
      </Group>
    );
  }
  return (
    <Alert color="red" title={sync.sentence} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <List size="sm" style={{ overflowWrap: "anywhere" }}>
        {sync.failures.map((failure) => (
          <List.Item key={failure}>{failure}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Old knowledge finds old vulnerabilities only: that is said before anything else. */
function Attention({ feeds }: { feeds: readonly FeedState[] }) {
  const never = feeds.filter(({ importedAt }) => importedAt === null);
  const old = feeds.filter(({ isStale }) => isStale);
  if (never.length === feeds.length) {
    return (
      <Alert color="yellow" title={t("feeds.empty")}>
        {t("feeds.emptyHint")}
      </Alert>
    );
  }
  if (old.length === 0) return null;
  return (
    <Alert color="yellow" title={t("feeds.old")} icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t("feeds.oldText", { names: old.map(({ title }) => title).join(", ") })}
    </Alert>
  );
}

function FeedTable({ feeds }: { feeds: readonly FeedState[] }) {
  return (
    <WideTable
      label={t("feeds.title")}
      minWidth={760}
      heads={[
        t("feeds.feed"),
        t("feeds.age"),
        { title: t("feeds.rows"), align: "end" },
        t("feeds.imported"),
        t("feeds.lastAttempt"),
      ]}
    >
      <Table.Tbody>
        {feeds.map((feed) => (
          <Table.Tr key={feed.name}>
            <Table.Td>
              <Text size="sm" fw={500}>
                {feed.title}
              </Text>
              <Text size="xs" c="dimmed" visibleFrom="xs">
                {t(`feeds.about.${feed.name}`)}
              </Text>
            </Table.Td>
            <Table.Td>
              <Age feed={feed} />
            </Table.Td>
            <Table.Td ta="end">{formatNumber(feed.records)}</Table.Td>
            <Table.Td>
              <Time at={feed.importedAt} />
            </Table.Td>
            <Table.Td>
              <Stack gap={0}>
                <Time at={feed.lastAttemptAt} />
                {feed.lastError !== null && (
                  <Text size="xs" c="red">
                    {feed.lastError}
                  </Text>
                )}
              </Stack>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function Age({ feed: { ageMs, isStale } }: { feed: FeedState }) {
  if (ageMs === null) {
    return <Mark look={[IconCircleDashed, "status-quiet"]}>{t("feeds.never")}</Mark>;
  }
  const age = formatDuration(ageMs);
  return isStale ? (
    <Mark look={[IconAlertTriangle, "status-warning"]}>{t("feeds.tooOld", { age })}</Mark>
  ) : (
    <Mark look={[IconCircleCheck, "status-up"]}>{age}</Mark>
  );
}
