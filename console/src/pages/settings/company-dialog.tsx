import type { CompanyRow } from "../../api/operations.generated.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { NameField } from "../../kit/name-field.tsx";
import { t } from "../../text/text.ts";

/** Makes a company, or renames one. */
export function CompanyDialog({
  company,
  onClose,
}: {
  company: CompanyRow | null;
  onClose: () => void;
}) {
  const isNew = company === null;
  return (
    <DeclarationDialog
      kind="Company"
      need="administer"
      source={isNew ? { item: { name: "" } } : { id: company.id }}
      title={isNew ? t("companies.new") : t("companies.renameTitle", { name: company.name })}
      verb={isNew ? t("companies.create") : t("common.save")}
      size="md"
      onClose={onClose}
    >
      {(declaration) => (
        <NameField
          declaration={declaration}
          hint={isNew ? t("companies.nameHint") : t("companies.renameHint")}
        />
      )}
    </DeclarationDialog>
  );
}
