import { Radio, Stack, Text, TextInput, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { AuditRunPage } from "../../api/operations.generated.ts";
import { sessionQuery } from "../../app/session.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { endOfDay } from "../../kit/end-of-day.ts";
import { t } from "../../text/text.ts";
import type { Rule } from "./rule-list.tsx";

type Place = "asset" | "site" | "tag" | "everywhere";

/** Says who answers for not keeping a rule, why, where, and until when. */
export function ExceptDialog({
  page: { run, siteName },
  rule,
  onClose,
}: {
  page: AuditRunPage;
  rule: Rule;
  onClose: () => void;
}) {
  const session = useQuery(sessionQuery);
  const except = useAct("exceptAuditRule", {
    changes: ["listAuditExceptions", "readAuditRun"],
    done: t("audits.except.made"),
    quiet: true,
  });
  const { assetId, siteId } = run;
  const [reason, setReason] = useState("");
  const [owner, setOwner] = useState(session.data?.user?.name ?? "");
  const [until, setUntil] = useState("");
  const [place, setPlace] = useState<Place>(assetId === undefined ? "everywhere" : "asset");
  const [tag, setTag] = useState("");
  const save = () =>
    except.mutate(
      {
        body: {
          ruleId: rule.shortId,
          reason: reason.trim(),
          owner: owner.trim(),
          until: until === "" ? null : endOfDay(until),
          ...(place === "asset" && assetId !== undefined ? { assetId } : {}),
          ...(place === "site" && siteId !== undefined ? { siteId } : {}),
          ...(place === "tag" ? { tag: tag.trim() } : {}),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog title={t("audits.except")} onClose={onClose} size="md">
      <DialogForm
        verb={t("audits.except.make")}
        values={{ reason, owner, until, place, tag }}
        isPending={except.isPending}
        error={except.error}
        onSubmit={save}
      >
        <Text size="sm">{t("audits.except.lead")}</Text>
        <Textarea
          label={t("audits.except.reason")}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autosize
          minRows={2}
          maxLength={2000}
          required
          data-autofocus
        />
        <TextInput
          label={t("audits.except.owner")}
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value)}
          maxLength={200}
          required
        />
        <TextInput
          type="date"
          label={t("audits.except.until")}
          description={t("audits.except.untilHint")}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <Radio.Group
          label={t("audits.except.where")}
          value={place}
          onChange={(value) => setPlace(value)}
        >
          <Stack gap={6} mt={6}>
            {assetId !== undefined && <Radio value="asset" label={t("audits.except.asset")} />}
            {siteId !== undefined && siteName !== null && (
              <Radio value="site" label={t("audits.except.site", { site: siteName })} />
            )}
            <Radio value="tag" label={t("audits.except.tag")} />
            <Radio value="everywhere" label={t("audits.except.everywhere")} />
          </Stack>
        </Radio.Group>
        {place === "tag" && (
          <TextInput
            label={t("audits.except.tagName")}
            value={tag}
            onChange={(event) => setTag(event.currentTarget.value)}
            maxLength={50}
            required
          />
        )}
      </DialogForm>
    </FormDialog>
  );
}
