import { TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import type { AgentPage } from "../../api/operations.generated.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { SiteSelect } from "./site-select.tsx";

/** Renames an agent, and says where its host belongs. */
export function AgentChangeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const agent = useApi("getAgent", { path: { id } });
  return (
    <FormDialog onClose={onClose} title={t("agents.deed.change")}>
      <Loaded query={agent}>{(data) => <Editor agent={data} onClose={onClose} />}</Loaded>
    </FormDialog>
  );
}

function Editor({ agent, onClose }: { agent: AgentPage; onClose: () => void }) {
  const [name, setName] = useState(agent.name);
  const [siteId, setSiteId] = useState(agent.siteId);
  const [tags, setTags] = useState(agent.tags);
  const save = useAct("changeAgent", {
    changes: ["listAgentRows", "getAgent"],
    done: t("agents.changed"),
    quiet: true,
  });
  const isGone = agent.status === "revoked";
  return (
    <DialogForm
      verb={t("common.save")}
      values={{ name, siteId, tags }}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => {
        const place = isGone ? {} : { siteId, tags };
        const body = { ...(name === agent.name ? {} : { name }), ...place };
        save.mutate({ path: { id: agent.id }, body }, { onSuccess: onClose });
      }}
    >
      <TextInput
        label={t("common.name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        maxLength={300}
        data-autofocus
      />
      {!isGone && (
        <>
          <SiteSelect
            value={siteId}
            known={agent.site}
            onChange={setSiteId}
            hint={t("agents.siteHint")}
          />
          <TagsInput
            label={t("agents.tags")}
            description={t("agents.tagsHint")}
            value={tags}
            onChange={setTags}
            maxTags={50}
          />
        </>
      )}
    </DialogForm>
  );
}
