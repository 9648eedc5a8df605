import type { ProbeRow } from "../../api/operations.generated.ts";
import type { Declaration } from "../../kit/declaration.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { NameField } from "../../kit/name-field.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { t } from "../../text/text.ts";
import { DeclaredTargets } from "./target-fields.tsx";

/** Makes a probe, or changes its name, company and which addresses it may touch. */
export function ProbeDialog({
  probe,
  onMade,
  onClose,
}: {
  /** `null`: a new one. */
  probe: ProbeRow | null;
  /** With the token of a new one. */
  onMade: (made: { id: string; token: string }) => void;
  onClose: () => void;
}) {
  return (
    <DeclarationDialog
      kind="Probe"
      source={probe === null ? { item: { name: "" } } : { id: probe.id }}
      title={probe === null ? t("probes.new") : t("probes.changeTitle", { name: probe.name })}
      need="administer"
      {...(probe === null ? { verb: t("probes.create") } : {})}
      onSaved={({ id, token }) => {
        if (id !== null && token !== null) onMade({ id, token });
      }}
      onClose={onClose}
    >
      {(declaration) => <ProbeFields declaration={declaration} />}
    </DeclarationDialog>
  );
}

function ProbeFields({ declaration }: { declaration: Declaration<"Probe"> }) {
  const { item, change, errorOf } = declaration;
  return (
    <>
      <NameField declaration={declaration} hint={t("probes.nameHint")} />
      <NameSelect
        operation="listCompanyNames"
        label={t("probes.company")}
        hint={t("probes.companyHint")}
        value={item.company ?? null}
        onChange={(company) => change({ company: company ?? undefined })}
        error={errorOf("/company")}
      />
      <DeclaredTargets declaration={declaration} />
    </>
  );
}
