import { Text, TextInput, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { sessionQuery } from "../app/session.ts";
import { t } from "../text/text.ts";
import { DialogForm } from "./dialog-form.tsx";
import { endOfDay } from "./end-of-day.ts";
import { FormDialog } from "./form-dialog.tsx";

/** Why something is not minded, who answers for that, and until when. */
export interface ExceptionGrounds {
  reason: string;
  owner: string;
  /** `null`: until somebody ends it. */
  expiresAt: number | null;
}

/** Says who answers for an exception, why, and until when. */
export function ExceptionDialog({
  title,
  lead,
  verb,
  scope,
  isPending,
  error,
  onMake,
  onClose,
  children,
}: {
  title: string;
  /** What comes of it. */
  lead: string;
  verb: string;
  /** What the fields say that are its children. */
  scope: object;
  isPending: boolean;
  error: Error | null;
  onMake: (grounds: ExceptionGrounds) => void;
  onClose: () => void;
  /** Fields for what it covers. */
  children: ReactNode;
}) {
  const session = useQuery(sessionQuery);
  const [reason, setReason] = useState("");
  const [owner, setOwner] = useState(session.data?.user?.name ?? "");
  const [until, setUntil] = useState("");
  const make = () => {
    const expiresAt = until === "" ? null : endOfDay(until);
    onMake({ reason: reason.trim(), owner: owner.trim(), expiresAt });
  };
  return (
    <FormDialog title={title} onClose={onClose}>
      <DialogForm
        verb={verb}
        values={{ scope, reason, owner, until }}
        isPending={isPending}
        error={error}
        onSubmit={make}
      >
        <Text size="sm">{lead}</Text>
        {children}
        <Textarea
          label={t("exceptions.reason")}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autosize
          minRows={2}
          maxLength={2000}
          required
          data-autofocus
        />
        <TextInput
          label={t("exceptions.owner")}
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value)}
          maxLength={200}
          required
        />
        <TextInput
          type="date"
          label={t("exceptions.until")}
          description={t("exceptions.untilHint")}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </DialogForm>
    </FormDialog>
  );
}
