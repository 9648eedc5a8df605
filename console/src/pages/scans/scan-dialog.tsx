import { useNavigate } from "@tanstack/react-router";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import type { ItemOf } from "../../kit/declaration.ts";
import { ownZone } from "../../kit/own-zone.ts";
import { t } from "../../text/text.ts";
import { ScanForm } from "./scan-form.tsx";

const blank: ItemOf<"Scan"> = {
  name: "",
  site: "",
  type: "full",
  targets: [],
  schedule: "0 3 * * *",
  timezone: ownZone,
};

/** Makes a scan and goes to it, or changes the one of `id`. */
export function ScanDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const isNew = id === undefined;
  return (
    <DeclarationDialog
      kind="Scan"
      need="operate"
      source={isNew ? { item: blank } : { id }}
      title={isNew ? t("scans.new") : t("scans.change")}
      verb={isNew ? t("scans.make") : t("common.save")}
      onClose={onClose}
      onSaved={(outcome) => {
        if (isNew && outcome.id !== null)
          void navigate({ to: paths.scan(tenant.name, outcome.id) });
      }}
    >
      {(declaration) => <ScanForm declaration={declaration} />}
    </DeclarationDialog>
  );
}
