import type { CollectorRow } from "../../api/operations.generated.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { NameField } from "../../kit/name-field.tsx";
import { t } from "../../text/text.ts";
import { DeclaredTargets } from "./target-fields.tsx";

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
      {(declaration) => (
        <>
          <NameField declaration={declaration} hint={t("collectors.nameHint")} />
          <DeclaredTargets declaration={declaration} />
        </>
      )}
    </DeclarationDialog>
  );
}
