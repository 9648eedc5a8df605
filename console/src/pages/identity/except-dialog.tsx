import { Select, TextInput } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { ExceptionDialog } from "../../kit/exception-dialog.tsx";
import { plural, t } from "../../text/text.ts";

/** What an exception covers; `null`: all. */
export interface ExceptionStart {
  directory: string | null;
  rule: string | null;
  target: string | null;
}

/** Says who answers for not minding what, why, and until when. Also what comes later is accepted then. */
export function ExceptDialog({ start, onClose }: { start: ExceptionStart; onClose: () => void }) {
  const directories = useApi("listDirectoryRows", {});
  const [scope, setScope] = useState(start);
  const make = useAct("createIdentityException", {
    changes: ["listIdentityExceptions", "listIdentityFindingRows", "getIdentityFinding"],
    quiet: true,
  });
  const set = (change: Partial<ExceptionStart>) => setScope((before) => ({ ...before, ...change }));
  return (
    <ExceptionDialog
      title={t("identity.newException")}
      lead={t("identity.exceptLead")}
      verb={t("identity.makeException")}
      scope={scope}
      isPending={make.isPending}
      error={make.error}
      onMake={(grounds) =>
        make.mutate(
          { body: { ...scope, ...grounds } },
          {
            onSuccess: ({ findings }) => {
              tellDone(plural("identity.excepted", findings));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <TextInput
        label={t("identity.rule")}
        description={t("identity.ruleHint")}
        value={scope.rule ?? ""}
        onChange={(event) => set({ rule: textOrNull(event.currentTarget.value) })}
        maxLength={100}
      />
      <TextInput
        label={t("identity.targetPattern")}
        description={t("identity.targetHint")}
        value={scope.target ?? ""}
        onChange={(event) => set({ target: textOrNull(event.currentTarget.value) })}
        maxLength={300}
      />
      <Select
        label={t("identity.directory")}
        data={(directories.data?.items ?? []).map(({ name }) => name)}
        value={scope.directory}
        onChange={(directory) => set({ directory })}
        placeholder={t("identity.allDirectories")}
        clearable
      />
    </ExceptionDialog>
  );
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
