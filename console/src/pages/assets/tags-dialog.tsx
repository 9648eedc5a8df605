import { TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import type { AssetRow } from "../../api/operations.generated.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { t } from "../../text/text.ts";

const usual = [
  "criticality:low",
  "criticality:medium",
  "criticality:high",
  "criticality:critical",
  "internet-facing",
];

/** Says by tags what a host is, and how much it matters. */
export function TagsDialog({ asset, onClose }: { asset: AssetRow; onClose: () => void }) {
  const facets = useApi("listAssetFacets", {});
  const [tags, setTags] = useState<string[]>([...asset.tags]);
  const save = useAct("setAssetTags", {
    changes: ["readAsset", "listAssetRows", "listAssetFacets"],
    done: t("assets.tagsSaved"),
    quiet: true,
  });
  return (
    <FormDialog title={t("assets.tagsTitle", { name: asset.name })} onClose={onClose}>
      <DialogForm
        verb={t("common.save")}
        values={tags}
        isPending={save.isPending}
        error={save.error}
        onSubmit={() =>
          save.mutate({ path: { id: asset.id }, body: { tags } }, { onSuccess: onClose })
        }
      >
        <TagsInput
          label={t("assets.tagsLabel")}
          description={t("assets.tagsHint")}
          value={tags}
          onChange={setTags}
          data={[...new Set([...usual, ...(facets.data?.tags ?? [])])]}
          maxTags={50}
          openOnFocus={false}
          // Below it would cover the buttons.
          comboboxProps={{ position: "top-start" }}
          maxDropdownHeight={180}
          acceptValueOnBlur
          data-autofocus
        />
        {asset.agentId !== null && <Text size="sm">{t("assets.tagsOfAgent")}</Text>}
      </DialogForm>
    </FormDialog>
  );
}
