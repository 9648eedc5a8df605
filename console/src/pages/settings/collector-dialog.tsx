import { TextInput } from "@mantine/core";
import type { CollectorRow } from "../../api/operations.generated.ts";
import type { Declaration } from "../../kit/declaration.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { LinesField } from "../../kit/lines-field.tsx";
import { t } from "../../text/text.ts";

/** Makes a collector, or changes its name and which addresses it may ask. */
export function CollectorDialog({
  collector,
  onMade,
  onClose,
}: {
  /** `null`: a new one. */
  collector: CollectorRow | null;
  /** With the token of a new one. */
  onMade: (made: { id: string; token: string }) => void;
  onClose: () => void;
}) {
  return (
    <DeclarationDialog
      kind="Collector"
      source={collector === null ? { item: { name: "" } } : { id: collector.id }}
      title={
        collector === null
          ? t("collectors.new")
          : t("collectors.changeTitle", { name: collector.name })
      }
      need="administer"
      {...(collector === null ? { verb: t("collectors.create") } : {})}
      onSaved={({ id, token }) => {
        if (id !== null && token !== null) onMade({ id, token });
      }}
      onClose={onClose}
    >
      {(declaration) => <CollectorFields declaration={declaration} />}
    </DeclarationDialog>
  );
}

function CollectorFields({ declaration }: { declaration: Declaration<"Collector"> }) {
  const { item, change, errorOf, touch } = declaration;
  const { allow = [], deny = [] } = item.targets ?? {};
  return (
    <>
      <TextInput
        label={t("common.name")}
        description={t("collectors.nameHint")}
        value={item.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        onBlur={() => touch("/name")}
        error={errorOf("/name")}
        required
        maxLength={200}
        data-autofocus
      />
      <LinesField
        label={t("collectors.allow")}
        hint={t("collectors.allowHint")}
        lines={allow}
        onChange={(lines) => change({ targets: targetsOf(lines, deny) })}
        onBlur={() => touch("/targets/allow")}
        error={errorOf("/targets/allow")}
      />
      <LinesField
        label={t("collectors.deny")}
        hint={t("collectors.denyHint")}
        lines={deny}
        onChange={(lines) => change({ targets: targetsOf(allow, lines) })}
        onBlur={() => touch("/targets/deny")}
        error={errorOf("/targets/deny")}
      />
    </>
  );
}

/** As the file has it: what is empty is not there. */
function targetsOf(allow: string[], deny: string[]) {
  if (allow.length === 0 && deny.length === 0) return undefined;
  return { ...(allow.length === 0 ? {} : { allow }), ...(deny.length === 0 ? {} : { deny }) };
}
