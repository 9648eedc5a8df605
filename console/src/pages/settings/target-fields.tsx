import type { Declaration } from "../../kit/declaration.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { t } from "../../text/text.ts";

interface Targets {
  allow: string[];
  deny: string[];
}

/** Which addresses a collector may ask, or a probe may touch. */
export function TargetFields({
  targets,
  onChange,
  declaration,
}: {
  targets: Targets;
  onChange: (targets: Targets) => void;
  /** Where it knows what is wrong with them. */
  declaration?: Pick<Declaration<"Collector">, "errorOf" | "touch">;
}) {
  const field = (list: keyof Targets) => ({
    lines: targets[list],
    onChange: (lines: string[]) => onChange({ ...targets, [list]: lines }),
    onBlur: () => declaration?.touch(`/targets/${list}`),
    error: declaration?.errorOf(`/targets/${list}`),
    minRows: 2,
  });
  return (
    <>
      <LinesField
        label={t("targets.allow")}
        hint={t("targets.allowHint")}
        isFirst
        {...field("allow")}
      />
      <LinesField label={t("targets.deny")} hint={t("targets.denyHint")} {...field("deny")} />
    </>
  );
}

/** The same of one that is declared. */
export function DeclaredTargets({
  declaration,
}: {
  declaration: Pick<Declaration<"Collector">, "change" | "errorOf" | "touch"> & {
    item: Pick<Declaration<"Collector">["item"], "targets">;
  };
}) {
  const { item, change } = declaration;
  const { allow = [], deny = [] } = item.targets ?? {};
  return (
    <TargetFields
      targets={{ allow, deny }}
      onChange={(targets) => change({ targets: asDeclared(targets) })}
      declaration={declaration}
    />
  );
}

/** As the file has it: what is empty is not there. */
function asDeclared({ allow, deny }: Targets) {
  if (allow.length === 0 && deny.length === 0) return undefined;
  return { ...(allow.length === 0 ? {} : { allow }), ...(deny.length === 0 ? {} : { deny }) };
}
