import { Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { AuditRunPage } from "../../api/operations.generated.ts";
import { ExceptionDialog, type ExceptionGrounds } from "../../kit/exception-dialog.tsx";
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
  const except = useAct("exceptAuditRule", {
    changes: ["listAuditExceptions", "readAuditRun"],
    done: t("audits.except.made"),
    quiet: true,
  });
  const { assetId, siteId } = run;
  const [place, setPlace] = useState<Place>(assetId === undefined ? "everywhere" : "asset");
  const [tag, setTag] = useState("");
  const make = ({ reason, owner, expiresAt: until }: ExceptionGrounds) =>
    except.mutate(
      {
        body: {
          ruleId: rule.shortId,
          reason,
          owner,
          until,
          ...(place === "asset" && assetId !== undefined ? { assetId } : {}),
          ...(place === "site" && siteId !== undefined ? { siteId } : {}),
          ...(place === "tag" ? { tag: tag.trim() } : {}),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <ExceptionDialog
      title={t("audits.except")}
      lead={t("audits.except.lead")}
      verb={t("audits.except.make")}
      scope={{ place, tag }}
      isPending={except.isPending}
      error={except.error}
      onMake={make}
      onClose={onClose}
    >
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
    </ExceptionDialog>
  );
}
