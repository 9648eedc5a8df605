import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import type { AgentPage } from "../../api/operations.generated.ts";
import { Loaded } from "../../kit/loading.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { t } from "../../text/text.ts";
import { SiteSelect } from "./site-select.tsx";

/** Renames an agent, and says where its host belongs. */
export function AgentChangeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const agent = useApi("getAgent", { path: { id } });
  return (
    <Dialog opened onClose={onClose} title={t("agents.deed.change")} size="md">
      <Loaded query={agent}>{(data) => <Editor agent={data} onClose={onClose} />}</Loaded>
    </Dialog>
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const place = isGone ? {} : { siteId, tags };
        const body = { ...(name === agent.name ? {} : { name }), ...place };
        save.mutate({ path: { id: agent.id }, body }, { onSuccess: onClose });
      }}
    >
      <Stack gap="md">
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
        {save.error !== null && <ProblemAlert error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t("common.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
