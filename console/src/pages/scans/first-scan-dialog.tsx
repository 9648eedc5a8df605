import { Dialog } from "../../kit/dialog.tsx";
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { NetworkSuggestion } from "../../api/operations.generated.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { useFirstScan } from "./use-first-scan.ts";

/** From nothing to a scan that runs: a site, a scan of its networks, and its first run, in one go. */
export function FirstScanDialog({ onClose }: { onClose: () => void }) {
  const suggestions = useApi("suggestNetworks", {});
  const sites = useApi("listSiteNames", { query: { limit: 1 } });
  return (
    <Dialog opened onClose={onClose} title={t("scans.scanNetwork")} size="lg">
      <Loaded query={suggestions}>
        {({ items }) => (
          <Loaded query={sites}>
            {({ items: [site] }) => (
              <FirstScanForm
                suggestions={items}
                startSite={site?.name ?? t("scans.firstSite")}
                onClose={onClose}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

function FirstScanForm({
  suggestions,
  startSite,
  onClose,
}: {
  suggestions: readonly NetworkSuggestion[];
  startSite: string;
  onClose: () => void;
}) {
  const [site, setSite] = useState(startSite);
  const [chosen, setChosen] = useState<readonly string[]>(
    suggestions.slice(0, 1).map(({ network }) => network),
  );
  const [more, setMore] = useState<string[]>([]);
  const { begin, error, isPending } = useFirstScan();
  const targets = [...chosen, ...more];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        begin({ site: site.trim(), targets });
      }}
    >
      <Stack>
        <Text size="sm">{t("scans.firstHint")}</Text>
        {suggestions.length > 0 && (
          <Checkbox.Group
            label={t("scans.networks")}
            description={t("scans.networksHint")}
            value={[...chosen]}
            onChange={setChosen}
          >
            <Stack gap={6} mt={6}>
              {suggestions.map(({ network, interface: name, addresses }) => (
                <Checkbox
                  key={network}
                  value={network}
                  label={network}
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
        {error !== null && <ProblemAlert error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={targets.length === 0 || site.trim() === ""}
          >
            {t("scans.begin")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
