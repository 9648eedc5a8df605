import { Group, Radio, Select, Stack, TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { endOfDay } from "../../kit/end-of-day.ts";
import { type FindingStatus, findingStatuses } from "../../kit/finding-status.tsx";
import { plural, t } from "../../text/text.ts";
import { DecisionProgress } from "./decision-progress.tsx";
import { type Chosen, type Decision, type FindingKind, useDecide } from "./use-decide.ts";

const spans = ["30", "90", "180", "365", "date", "none"] as const;
type Span = (typeof spans)[number];
const dayMs = 86_400_000;

/** What is to become of findings, why, and until when. Then it goes ahead, and tells what came of it. */
export function DecideDialog({
  kind = "findings",
  chosen,
  onClose,
}: {
  kind?: FindingKind;
  chosen: readonly Chosen[];
  /** @param done whether it was begun. */
  onClose: (done: boolean) => void;
}) {
  const { deciding, decide, stop } = useDecide(kind);
  const [status, setStatus] = useState<FindingStatus>("in_progress");
  const [span, setSpan] = useState<Span>("90");
  const [day, setDay] = useState("");
  const [notes, setNotes] = useState("");
  const [isTried, setIsTried] = useState(false);
  const needsReason = status === "accepted" || status === "false_positive";
  const until = status === "accepted" ? untilOf(span, day) : null;
  const noReason = needsReason && notes.trim() === "";
  const noDay = status === "accepted" && span === "date" && until === null;
  const send = () => {
    setIsTried(true);
    if (noReason || noDay) return;
    const decision: Decision = {
      status,
      ...(notes.trim() === "" ? {} : { notes }),
      ...(until === null ? {} : { acceptedUntil: until }),
    };
    void decide(chosen, decision);
  };
  return (
    <FormDialog
      onClose={() => onClose(deciding !== null)}
      title={plural("findings.decideTitle", chosen.length)}
      size="lg"
    >
      {deciding !== null ? (
        <DecisionProgress deciding={deciding} onStop={stop} onClose={() => onClose(true)} />
      ) : (
        <DialogForm
          noValidate
          verb={t("findings.decideVerb")}
          values={{ status, span, day, notes }}
          isPending={false}
          onSubmit={send}
        >
          <Radio.Group
            label={t("findings.decideStatus")}
            value={status}
            onChange={(value) => setStatus(value)}
          >
            <Stack gap="xs" mt="xs">
              {[...findingStatuses.slice(1), findingStatuses[0] ?? "open"].map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`findings.status.${value}`)}
                  description={t(`findings.decide.${value}`)}
                  data-autofocus={value === status || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          {status === "accepted" && (
            <Group align="flex-start" grow preventGrowOverflow={false}>
              <Select
                label={t("findings.until")}
                data={spans.map((value) => ({ value, label: t(`findings.until.${value}`) }))}
                value={span}
                onChange={(value) => setSpan(value ?? "90")}
                allowDeselect={false}
              />
              {span === "date" && (
                <TextInput
                  type="date"
                  label={t("findings.untilDay")}
                  value={day}
                  onChange={(event) => setDay(event.currentTarget.value)}
                  error={isTried && noDay && t("findings.dayNeeded")}
                  required
                />
              )}
            </Group>
          )}
          <Textarea
            label={t(needsReason ? "findings.why" : "findings.whyOptional")}
            description={t("findings.whyHint")}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
            error={isTried && noReason && t("findings.whyNeeded")}
            required={needsReason}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={10_000}
          />
        </DialogForm>
      )}
    </FormDialog>
  );
}

/** Epoch milliseconds; `null`: until further notice, or no day that is to come. */
function untilOf(span: Span, day: string): number | null {
  if (span === "none") return null;
  if (span !== "date") return Date.now() + Number(span) * dayMs;
  const end = endOfDay(day);
  return end > Date.now() ? end : null;
}
