import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { callApi } from "../../api/client.ts";
import { paths } from "../../app/paths.ts";
import { type Tenant, useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { ownZone } from "../../kit/own-zone.ts";
import { t } from "../../text/text.ts";

interface FirstScan {
  site: string;
  targets: string[];
}

/** Makes what is missing, runs the scan, and goes to its run. What was made stays when a later step fails. */
export function useFirstScan(): {
  begin: (wanted: FirstScan) => void;
  error: Error | null;
  isPending: boolean;
} {
  const tenant = useTenant();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [{ begin }] = useFilters();
  const work = useMutation<string, Error, FirstScan>({
    mutationFn: (wanted) => scanFirst(tenant, wanted),
    onSuccess: (runId) => {
      // Back shall not lead to the address that opens the dialog again.
      void navigate({ to: paths.scanRun(tenant.name, runId), replace: begin !== undefined });
    },
    onSettled: () =>
      Promise.all(
        ["listScanRows", "listSiteNames", "listScanNames"].map((name) =>
          client.invalidateQueries({ queryKey: [name, tenant.id] }),
        ),
      ),
  });
  return { begin: work.mutate, error: work.error, isPending: work.isPending };
}

async function scanFirst(tenant: Tenant, { site, targets }: FirstScan): Promise<string> {
  const path = { tenantId: tenant.id };
  const scanName = await freeName(tenant, t("scans.firstName", { site }));
  const scan = {
    name: scanName,
    site,
    type: "full" as const,
    targets,
    schedule: "0 3 * * *",
    timezone: ownZone,
  };
  const sites = await callApi("listSiteNames", { path, query: { q: site, limit: 200 } });
  if (!sites.items.some(({ name }) => name === site)) {
    const subnets = targets.filter((target) => target.includes("/"));
    await callApi("createSite", { path, body: { name: site, subnets, timezone: ownZone } });
  }
  const { id } = await callApi("createScan", { path, body: scan });
  if (id === null) throw new Error(t("error.title"));
  const { runId } = await callApi("runScan", { path: { ...path, id } });
  return runId;
}

/** The name, or with a number behind it when it is taken. */
async function freeName({ id: tenantId }: Tenant, name: string): Promise<string> {
  const query = { q: name, limit: 200 };
  const { items } = await callApi("listScanNames", { path: { tenantId }, query });
  const taken = new Set(items.map((item) => item.name));
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(tried)) return tried;
  }
}
