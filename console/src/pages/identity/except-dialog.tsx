import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Select, Stack, Text, TextInput, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { sessionQuery } from "../../app/session.ts";
import { endOfDay } from "../../kit/end-of-day.ts";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { plural, t } from "../../text/text.ts";

/** What an exception covers; `null`: all. */
export interface ExceptionStart {
  directory: string | null;
  rule: string | null;
  target: string | null;
}

/** Says who answers for not minding what, why, and until when. Also what comes later is accepted then. */
export function ExceptDialog({ start, onClose }: { start: ExceptionStart; onClose: () => void }) {
  const session = useQuery(sessionQuery);
  const directories = useApi("listDirectoryRows", {});
  const [scope, setScope] = useState(start);
  const [reason, setReason] = useState("");
  const [owner, setOwner] = useState(session.data?.user?.name ?? "");
  const [until, setUntil] = useState("");
  const make = useAct("createIdentityException", {
    changes: ["listIdentityExceptions", "listIdentityFindingRows", "getIdentityFinding"],
    quiet: true,
  });
  const set = (change: Partial<ExceptionStart>) => setScope((before) => ({ ...before, ...change }));
  const save = () => {
    const expiresAt = until === "" ? null : endOfDay(until);
    const said = { reason: reason.trim(), owner: owner.trim(), expiresAt };
    make.mutate(
      { body: { ...scope, ...said } },
      {
        onSuccess: ({ findings }) => {
          notifications.show({ color: "teal", message: plural("identity.excepted", findings) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t("identity.newException")} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t("identity.exceptLead")}</Text>
          <TextInput
            label={t("identity.rule")}
            description={t("identity.ruleHint")}
            value={scope.rule ?? ""}
            onChange={(event) => set({ rule: textOrNull(event.currentTarget.value) })}
            maxLength={100}
          />
          <TextInput
            label={t("identity.targetPattern")}
            description={t("identity.targetHint")}
            value={scope.target ?? ""}
            onChange={(event) => set({ target: textOrNull(event.currentTarget.value) })}
            maxLength={300}
          />
          <Select
            label={t("identity.directory")}
            data={(directories.data?.items ?? []).map(({ name }) => name)}
            value={scope.directory}
            onChange={(directory) => set({ directory })}
            placeholder={t("identity.allDirectories")}
            clearable
          />
          <Textarea
            label={t("identity.reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            autosize
            minRows={2}
            maxLength={2000}
            required
            data-autofocus
          />
          <TextInput
            label={t("identity.owner")}
            description={t("identity.ownerHint")}
            value={owner}
            onChange={(event) => setOwner(event.currentTarget.value)}
            maxLength={200}
            required
          />
          <TextInput
            type="date"
            label={t("identity.until")}
            description={t("identity.untilHint")}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          {make.error !== null && <ProblemAlert error={make.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" loading={make.isPending}>
              {t("identity.makeException")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
