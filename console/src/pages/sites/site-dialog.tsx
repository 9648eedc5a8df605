import type { SiteRow } from "../../api/operations.generated.ts";
import type { Declaration } from "../../kit/declaration.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { LinesField } from "../../kit/lines-field.tsx";
import { NameField } from "../../kit/name-field.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { ownZone } from "../../kit/own-zone.ts";
import { ZoneSelect } from "../../kit/zone-select.tsx";
import { t } from "../../text/text.ts";

/** Makes a site, or changes one. */
export function SiteDialog({
  site,
  onClose,
}: {
  site: Pick<SiteRow, "id" | "name"> | null;
  onClose: () => void;
}) {
  return (
    <DeclarationDialog
      kind="Site"
      need="operate"
      source={site === null ? { item: { name: "", timezone: ownZone } } : { id: site.id }}
      title={site === null ? t("sites.new") : t("sites.changeTitle", { name: site.name })}
      verb={site === null ? t("sites.create") : t("common.save")}
      onClose={onClose}
    >
      {(declaration) => <SiteFields declaration={declaration} />}
    </DeclarationDialog>
  );
}

function SiteFields({ declaration }: { declaration: Declaration<"Site"> }) {
  const { item, change, errorOf, touch } = declaration;
  return (
    <>
      <NameField declaration={declaration} hint={t("sites.nameHint")} />
      <NameSelect
        operation="listCompanyNames"
        label={t("sites.company")}
        hint={t("sites.companyHint")}
        value={item.company ?? null}
        onChange={(company) => change({ company: company ?? undefined })}
        error={errorOf("/company")}
      />
      <LinesField
        label={t("sites.subnets")}
        hint={t("sites.subnetsHint")}
        lines={item.subnets ?? []}
        onChange={(subnets) => change({ subnets: subnets.length === 0 ? undefined : subnets })}
        onBlur={() => touch("/subnets")}
        error={errorOf("/subnets")}
      />
      <ZoneSelect
        label={t("sites.zone")}
        description={t("sites.zoneHint")}
        value={item.timezone ?? "UTC"}
        onChange={(timezone) => change({ timezone })}
        error={errorOf("/timezone")}
      />
    </>
  );
}
