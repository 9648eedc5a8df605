import { Alert, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { NetworkSuggestion } from "../../api/operations.generated.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { LinesField } from "../../kit/lines-field.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { useFirstScan } from "./use-first-scan.ts";

/** From nothing to a scan that runs: a site, a scan of its networks, and its first run, in one go. */
export function FirstScanDialog({ onClose }: { onClose: () => void }) {
  const suggestions = useApi("suggestNetworks", {});
  const sites = useApi("listSiteNames", { query: { limit: 1 } });
  return (
    <FormDialog onClose={onClose} title={t("scans.scanNetwork")} size="lg">
      <Loaded query={suggestions}>
        {({ items }) => (
          <Loaded query={sites}>
            {({ items: [site] }) => (
              <FirstScanForm suggestions={items} startSite={site?.name ?? t("scans.firstSite")} />
            )}
          </Loaded>
        )}
      </Loaded>
    </FormDialog>
  );
}

function FirstScanForm({
  suggestions,
  startSite,
}: {
  suggestions: readonly NetworkSuggestion[];
  startSite: string;
}) {
  const [site, setSite] = useState(startSite);
  const [chosen, setChosen] = useState<readonly string[]>(
    suggestions.slice(0, 1).map(({ network }) => network),
  );
  const [more, setMore] = useState<string[]>([]);
  const { begin, error, isPending } = useFirstScan();
  const targets = [...chosen, ...more];
  return (
    <DialogForm
      verb={t("scans.begin")}
      values={{ site, targets }}
      isPending={isPending}
      isReady={targets.length > 0 && site.trim() !== ""}
      error={error}
      onSubmit={() => begin({ site: site.trim(), targets })}
    >
      <Text size="sm">{t("scans.firstHint")}</Text>
      {suggestions.length > 0 && (
        <Checkbox.Group
          label={t("scans.networks")}
          description={t("scans.networksHint")}
          value={[...chosen]}
          onChange={setChosen}
        >
          <Stack gap={6} mt={6}>
            {suggestions.map(({ network, interface: name, addresses }, place) => (
              <Checkbox
                key={network}
                value={network}
                label={network}
                data-autofocus={place === 0 || undefined}
                description={t("scans.networkOf", {
                  name,
                  count: formatNumber(addresses),
                })}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <LinesField
        label={suggestions.length === 0 ? t("scans.targets") : t("scans.moreTargets")}
        hint={t("scans.targetsHint")}
        lines={more}
        onChange={setMore}
        required={suggestions.length === 0}
        minRows={2}
        isFirst={suggestions.length === 0}
      />
      <TextInput
        label={t("scans.site")}
        description={t("scans.firstSiteHint")}
        value={site}
        onChange={(event) => setSite(event.currentTarget.value)}
        required
        maxLength={200}
      />
      <Alert color="yellow">{t("scans.permission")}</Alert>
    </DialogForm>
  );
}
