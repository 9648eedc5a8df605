import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { Group, NumberInput, Select, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { t } from "../../text/text.ts";
import { AgentInstall } from "./agent-install.tsx";
import { SiteSelect } from "./site-select.tsx";

const hourMs = 3_600_000;
const lifetimes = { "1h": hourMs, "24h": 24 * hourMs, "7d": 168 * hourMs, "30d": 720 * hourMs };
type Lifetime = keyof typeof lifetimes;
const lifetimeNames: readonly Lifetime[] = ["1h", "24h", "7d", "30d"];

/** Makes an enrolment token, and shows, this once, how hosts become agents with it. */
export function AgentTokenDialog({ onClose }: { onClose: () => void }) {
  const [note, setNote] = useState("");
  const [siteId, setSiteId] = useState<string | null>(null);
  const [tags, setTags] = useState<string[]>([]);
  const [uses, setUses] = useState<number | string>(1);
  const [lifetime, setLifetime] = useState<Lifetime>("24h");
  const make = useAct("createAgentToken", { changes: ["listAgentTokens"], quiet: true });
  if (make.data !== undefined) {
    return (
      <FormDialog onClose={onClose} title={t("agents.yourToken")} size="xl">
        <AgentInstall token={make.data.token} uses={Number(uses)} onClose={onClose} />
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t("agents.newToken")} onClose={onClose} size="md">
      <DialogForm
        verb={t("agents.makeToken")}
        values={{ note, siteId, tags, uses, lifetime }}
        isPending={make.isPending}
        error={make.error}
        onSubmit={() => {
          const validForMs = lifetimes[lifetime];
          make.mutate({ body: { note, siteId, tags, uses: Number(uses), validForMs } });
        }}
      >
        <TextInput
          label={t("agents.note")}
          description={t("agents.noteHint")}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
        <SiteSelect value={siteId} onChange={setSiteId} hint={t("agents.siteHint")} />
        <TagsInput
          label={t("agents.tags")}
          description={t("agents.tagsHint")}
          value={tags}
          onChange={setTags}
          maxTags={50}
        />
        <Group grow align="flex-start">
          <NumberInput
            label={t("agents.uses")}
            description={t("agents.usesHint")}
            min={1}
            max={100_000}
            value={uses}
            onChange={setUses}
            required
          />
          <Select
            label={t("agents.validFor")}
            description={t("agents.validForHint")}
            data={lifetimeNames.map((value) => ({ value, label: t(`agents.lifetime.${value}`) }))}
            value={lifetime}
            onChange={(value) =>
              setLifetime(lifetimeNames.find((each) => each === value) ?? lifetime)
            }
            allowDeselect={false}
          />
        </Group>
      </DialogForm>
    </FormDialog>
  );
}
