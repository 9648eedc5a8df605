import { useTenant } from "../../app/tenant.ts";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "../../app/paths.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import type { ItemOf } from "../../kit/declaration.ts";
import { ownZone } from "../../kit/own-zone.ts";
import { t } from "../../text/text.ts";
import { DirectoryForm } from "./directory-form.tsx";

const blank: ItemOf<"Directory"> = {
  type: "active_directory",
  name: "",
  urls: [],
  user: "",
  password: "",
  schedule: "0 4 * * *",
  timezone: ownZone,
};

/** Declares a directory and goes to it, or changes the one of `id`. */
export function DirectoryDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const isNew = id === undefined;
  return (
    <DeclarationDialog
      kind="Directory"
      need="administer"
      source={isNew ? { item: blank } : { id }}
      title={isNew ? t("directories.new") : t("directories.change")}
      verb={isNew ? t("directories.make") : t("common.save")}
      onClose={onClose}
      onSaved={(outcome) => {
        if (isNew && outcome.id !== null)
          void navigate({ to: paths.identityDirectory(tenant.name, outcome.id) });
      }}
    >
      {(declaration) => <DirectoryForm declaration={declaration} isNew={isNew} />}
    </DeclarationDialog>
  );
}
