import { Button, Group, NumberInput, Select, Stack, TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { plural, t } from "../../text/text.ts";
import { type Selection, type SensorsChange, useBulk } from "./use-bulk.ts";

export type BulkTask =
  | "pause"
  | "resume"
  | "interval"
  | "company"
  | "collector"
  | "addTags"
  | "removeTags"
  | "delete";

const noCompany = "none";
/** Those that most sensors have can be chosen, others are typed. */
const offeredTags = 12;

/** Asks for what a change of many sensors needs, says how many it is about, and does it. */
export function BulkDialog({
  task,
  selection,
  count,
  onClose,
}: {
  task: BulkTask;
  selection: Selection;
  count: number;
  /** @param done false: nothing was changed. */
  onClose: (done: boolean) => void;
}) {
  const bulk = useBulk(selection, () => onClose(true));
  const [intervalSec, setIntervalSec] = useState<string | number>(60);
  const [place, setPlace] = useState<string | null>(null);
  const [tags, setTags] = useState<string[]>([]);
  const change = changeOf(task, { intervalSec, place, tags });
  const { title, text, verb } = wordsOf(task, count);
  const isGrave = task === "delete";
  return (
    <FormDialog title={title} onClose={() => onClose(false)}>
      <DialogForm
        verb={verb}
        values={{ intervalSec, place, tags }}
        isPending={bulk.isPending}
        isGrave={isGrave}
        isReady={isGrave || change !== null}
        error={bulk.error}
        onSubmit={() => {
          if (task === "delete") bulk.remove();
          else if (change !== null) bulk.change(change);
        }}
      >
        <Text size="sm">{text}</Text>
        {task === "interval" && (
          <NumberInput
            label={t("sensors.intervalSec")}
            description={t("sensors.intervalHint")}
            value={intervalSec}
            onChange={setIntervalSec}
            min={30}
            max={86_400}
            allowDecimal={false}
            required
            data-autofocus
          />
        )}
        {(task === "company" || task === "collector") && (
          <PlaceSelect task={task} value={place} onChange={setPlace} />
        )}
        {(task === "addTags" || task === "removeTags") && (
          <KnownTags label={verb} value={tags} onChange={setTags} />
        )}
      </DialogForm>
    </FormDialog>
  );
}

function PlaceSelect({
  task,
  value,
  onChange,
}: {
  task: "company" | "collector";
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const companies = useApi("listCompanyNames", {}, { enabled: task === "company" });
  const collectors = useApi("listCollectorNames", {}, { enabled: task === "collector" });
  const items = (task === "company" ? companies : collectors).data?.items ?? [];
  const named = items.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t(task === "company" ? "sensors.company" : "sensors.collector")}
      data={
        task === "company" ? [{ value: noCompany, label: t("sensors.noCompany") }, ...named] : named
      }
      value={value}
      onChange={onChange}
      searchable
      required
      data-autofocus
    />
  );
}

function KnownTags({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string[];
  onChange: (value: string[]) => void;
}) {
  const facets = useApi("countSensors", {});
  const offered = (facets.data?.tags ?? [])
    .filter(({ name }) => !value.includes(name))
    .slice(0, offeredTags);
  return (
    <Stack gap="xs">
      <TagsInput
        label={label}
        description={t("sensors.tagsHint")}
        value={value}
        onChange={onChange}
        maxTags={100}
        splitChars={[","]}
        acceptValueOnBlur
        data-autofocus
      />
      <Group gap={4} role="group" aria-label={t("sensors.knownTags")}>
        {offered.map(({ name }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            onClick={() => onChange([...value, name])}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

/** What is to be changed; `null` while something is missing. */
function changeOf(
  task: BulkTask,
  {
    intervalSec,
    place,
    tags,
  }: { intervalSec: string | number; place: string | null; tags: string[] },
): SensorsChange | null {
  switch (task) {
    case "pause":
      return { enabled: false };
    case "resume":
      return { enabled: true };
    case "interval":
      return typeof intervalSec === "number" ? { intervalSec } : null;
    case "company":
      return place === null ? null : { companyId: place === noCompany ? null : place };
    case "collector":
      return place === null ? null : { collectorId: place };
    case "addTags":
      return tags.length === 0 ? null : { addTags: tags };
    case "removeTags":
      return tags.length === 0 ? null : { removeTags: tags };
    case "delete":
      return null;
  }
}

function wordsOf(task: BulkTask, count: number): { title: string; text: string; verb: string } {
  const text = plural("sensors.forCount", count);
  switch (task) {
    case "pause":
      return {
        title: plural("sensors.pauseTitle", count),
        text: t("sensors.pauseText"),
        verb: t("sensors.pause"),
      };
    case "resume":
      return { title: t("sensors.resume"), text, verb: t("sensors.resume") };
    case "interval":
      return { title: t("sensors.setInterval"), text, verb: t("sensors.apply") };
    case "company":
      return { title: t("sensors.setCompany"), text, verb: t("sensors.apply") };
    case "collector":
      return { title: t("sensors.setCollector"), text, verb: t("sensors.apply") };
    case "addTags":
      return { title: t("sensors.addTags"), text, verb: t("sensors.addTags") };
    case "removeTags":
      return { title: t("sensors.removeTags"), text, verb: t("sensors.removeTags") };
    case "delete":
      return {
        title: plural("sensors.deleteTitle", count),
        text: t("sensors.deleteText"),
        verb: t("common.delete"),
      };
  }
}
