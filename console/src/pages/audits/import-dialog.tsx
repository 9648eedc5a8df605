import { Anchor, Button, FileInput, List, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { tellDone, tellFailed } from "../../app/tell.tsx";
import { useTenant } from "../../app/tenant.ts";
import { Bar } from "../../kit/bar.tsx";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { readBase64 } from "../../kit/read-base64.ts";
import { plural, t } from "../../text/text.ts";
import { longestUploadBytes } from "./longest-upload.ts";

type Outcome =
  | ({ file: string } & Operations["importAuditRuns"]["reply"])
  | { file: string; failure: string };

/** Takes in files of other programs, one after the other: one that is broken does not keep the others from it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<File[]>([]);
  const [site, setSite] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const take = useAct("importAuditRuns", {
    changes: ["listAuditRunRows", "chooseAuditRuns"],
    quiet: true,
  });
  const isShown = useIsShown();
  const isDone = outcomes !== null && outcomes.length === files.length;

  const takeOne = async (file: File): Promise<Outcome> => {
    const { name, size, lastModified: modifiedAt } = file;
    if (size > longestUploadBytes) return { file: name, failure: t("audits.bundles.tooLarge") };
    try {
      const data = await readBase64(file);
      const body = { name, data, modifiedAt, ...(site === null ? {} : { site }) };
      return { file: name, ...(await take.mutateAsync({ body })) };
    } catch (error) {
      return { file: name, failure: error instanceof Error ? error.message : String(error) };
    }
  };
  const takeAll = async () => {
    const done: Outcome[] = [];
    setOutcomes([]);
    for (const file of files) {
      done.push(await takeOne(file));
      setOutcomes([...done]);
    }
    if (!isShown.current) tellEnd(done);
  };

  return (
    <FormDialog onClose={onClose} title={t("audits.import")} size="lg">
      {outcomes === null ? (
        <DialogForm
          verb={t("audits.import.take")}
          values={files.map(({ name }) => name)}
          isPending={false}
          isReady={files.length > 0}
          onSubmit={() => void takeAll()}
        >
          <Text size="sm">{t("audits.import.lead")}</Text>
          <FileInput
            label={t("audits.import.file")}
            placeholder={t("audits.bundles.choose")}
            leftSection={<IconFileUpload size={16} aria-hidden />}
            value={files}
            onChange={setFiles}
            multiple
            clearable
            required
            data-autofocus
          />
          <NameSelect
            operation="listSiteNames"
            label={t("audits.import.site")}
            hint={t("audits.import.siteHint")}
            value={site}
            onChange={setSite}
          />
        </DialogForm>
      ) : (
        <Stack gap="md">
          {!isDone && (
            <Bar
              value={(100 * outcomes.length) / files.length}
              aria-label={t("audits.import")}
              animated
            />
          )}
          <Text size="sm" role="status">
            {t("audits.import.working", { done: outcomes.length, total: files.length })}
          </Text>
          <Outcomes outcomes={outcomes} />
          {!isDone && (
            <Text size="sm" c="dimmed">
              {t("audits.import.closable")}
            </Text>
          )}
          <FormFooter>
            <Button onClick={onClose} loading={!isDone}>
              {t("audits.import.done")}
            </Button>
          </FormFooter>
        </Stack>
      )}
    </FormDialog>
  );
}

/** Whether the dialog is still there: what it has begun goes on without it. */
function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Tells whoever has closed the dialog what came of the files. */
function tellEnd(outcomes: readonly Outcome[]): void {
  const runs = outcomes.flatMap((outcome) => ("failure" in outcome ? [] : outcome.runs));
  tellDone(plural("audits.import.ended", runs.filter(({ isNew }) => isNew).length));
  const faults = outcomes.flatMap((outcome) =>
    "failure" in outcome
      ? [`${outcome.file}: ${outcome.failure}`]
      : outcome.refused.map(({ hostname, reason }) => `${hostname}: ${reason}`),
  );
  if (faults.length > 0) tellFailed(new Error(faults.join(" ")));
}

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const tenant = useTenant();
  return (
    <List size="sm" spacing="xs">
      {outcomes.map((outcome, place) => (
        // Two files may be called the same.
        <List.Item key={`${place} ${outcome.file}`}>
          <Text size="sm" fw={600}>
            {outcome.file}
          </Text>
          {"failure" in outcome ? (
            <Text size="sm" c="red">
              {t("audits.import.failed", { reason: outcome.failure })}
            </Text>
          ) : (
            <>
              {outcome.runs.map(({ id, hostname, benchmark, isNew, isKnownHost }) => (
                <Text key={id} size="sm">
                  {isNew ? t("audits.import.new") : t("audits.import.again")}
                  {": "}
                  <Anchor component={Link} to={paths.auditRun(tenant.name, id)} size="sm">
                    {hostname}, {benchmark}
                  </Anchor>
                  {!isKnownHost && ` (${t("audits.import.noAsset")})`}
                </Text>
              ))}
              {outcome.refused.map(({ hostname, benchmark, reason }) => (
                <Text key={`${hostname} ${benchmark}`} size="sm" c="dimmed">
                  {hostname}, {benchmark}: {t("audits.import.refused", { reason })}
                </Text>
              ))}
            </>
          )}
        </List.Item>
      ))}
    </List>
  );
}
