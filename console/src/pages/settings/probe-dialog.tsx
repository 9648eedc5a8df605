import { TextInput } from "@mantine/core";
import type { ProbeRow } from "../../api/operations.generated.ts";
import type { Declaration } from "../../kit/declaration.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { LinesField } from "../../kit/lines-field.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { t } from "../../text/text.ts";

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
  const { item, change, errorOf, touch } = declaration;
  const { allow = [], deny = [] } = item.targets ?? {};
  return (
    <>
      <TextInput
        label={t("common.name")}
        description={t("probes.nameHint")}
        value={item.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        onBlur={() => touch("/name")}
        error={errorOf("/name")}
        required
        maxLength={200}
        data-autofocus
      />
      <NameSelect
        operation="listCompanyNames"
        label={t("probes.company")}
        hint={t("probes.companyHint")}
        value={item.company ?? null}
        onChange={(company) => change({ company: company ?? undefined })}
        error={errorOf("/company")}
      />
      <LinesField
        label={t("probes.allow")}
        hint={t("probes.allowHint")}
        lines={allow}
        onChange={(lines) => change({ targets: targetsOf(lines, deny) })}
        onBlur={() => touch("/targets/allow")}
        error={errorOf("/targets/allow")}
        minRows={2}
      />
      <LinesField
        label={t("probes.deny")}
        hint={t("probes.denyHint")}
        lines={deny}
        onChange={(lines) => change({ targets: targetsOf(allow, lines) })}
        onBlur={() => touch("/targets/deny")}
        error={errorOf("/targets/deny")}
        minRows={2}
      />
    </>
  );
}

/** As the file has it: what is empty is not there. */
function targetsOf(allow: string[], deny: string[]) {
  if (allow.length === 0 && deny.length === 0) return undefined;
  return { ...(allow.length === 0 ? {} : { allow }), ...(deny.length === 0 ? {} : { deny }) };
}
