import { Badge, Button, Group, Table, Text } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import type { OwnAccount } from "../../api/operations.generated.ts";
import { useOwnAct } from "../../api/own-hooks.ts";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { plural, t } from "../../text/text.ts";

type OwnSession = OwnAccount["sessions"][number];

/** Where one has signed in, and the way to end what one does not know. */
export function SessionsSection({ account: { sessions } }: { account: OwnAccount }) {
  const endOthers = useOwnAct("endOtherSessions", ["getAccount"]);
  const end = useOwnAct("endSession", ["getAccount"]);
  const error = endOthers.error ?? end.error;
  return (
    <Section
      title={t("account.sessions")}
      actions={
        sessions.length > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(
                {},
                {
                  onSuccess: ({ ended }) => tellDone(plural("account.ended", ended)),
                },
              )
            }
          >
            {t("account.endOthers")}
          </Button>
        )
      }
    >
      <Text size="sm">{t("account.sessionsText")}</Text>
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
      <WideTable
        label={t("account.sessions")}
        minWidth={480}
        heads={[
          t("account.device"),
          t("account.address"),
          t("account.lastSeen"),
          t("common.actions"),
        ]}
      >
        <Table.Tbody>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => end.mutate({ path: { id: session.id } })}
            />
          ))}
        </Table.Tbody>
      </WideTable>
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const device = nameOf(session);
  return (
    <Table.Tr>
      <Table.Td>{device}</Table.Td>
      <Table.Td>{session.address ?? t("common.unknown")}</Table.Td>
      <Table.Td>
        <Time at={session.lastSeenAt} />
      </Table.Td>
      <Table.Td>
        {session.isThis ? (
          <Badge variant="light">{t("account.thisOne")}</Badge>
        ) : (
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              onClick={onEnd}
              aria-label={`${t("account.end")}: ${device}`}
            >
              {t("account.end")}
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function nameOf({ browser, system }: OwnSession): string {
  if (browser === null && system === null) return t("account.unknownDevice");
  if (browser === null || system === null) return browser ?? system ?? "";
  return t("account.browserOn", { browser, system });
}
