import { Select, Text, TextInput, Textarea } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { sessionQuery } from "../../app/session.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { endOfDay } from "../../kit/end-of-day.ts";
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
          tellDone(plural("identity.excepted", findings));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog title={t("identity.newException")} onClose={onClose} size="md">
      <DialogForm
        verb={t("identity.makeException")}
        values={{ scope, reason, owner, until }}
        isPending={make.isPending}
        error={make.error}
        onSubmit={save}
      >
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
      </DialogForm>
    </FormDialog>
  );
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
