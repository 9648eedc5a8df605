import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { ProbeRow } from "../../api/operations.generated.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { plural, t } from "../../text/text.ts";
import { ProbeDialog } from "./probe-dialog.tsx";
import { ProbeEnrolDialog } from "./probe-enrol-dialog.tsx";
import { ProbeDeedDialog } from "./probe-deeds.tsx";
import type { ProbeDeed } from "./probe-menu.tsx";
import { ProbeTable } from "./probe-table.tsx";

/** When they were last heard of is nothing that the server announces; milliseconds. */
const lookAgainMs = 10_000;
const enrollingMs = 2_000;

/** Settings → Probes. */
export function ProbesPage() {
  const [doing, setDoing] = useState<{ probe: ProbeRow; deed: ProbeDeed } | "new">();
  const [enrolling, setEnrolling] = useState<{ id: string; token: string }>();
  const probes = useApi(
    "listProbes",
    {},
    { refetchInterval: enrolling === undefined ? lookAgainMs : enrollingMs },
  );
  useLiveRefresh(["probes"], ["listProbes"]);
  const done = () => setDoing(undefined);
  return (
    <Page
      title={t("probes.title")}
      lead={t("probes.lead")}
      actions={
        <GuardedButton
          need="administer"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setDoing("new")}
        >
          {t("probes.new")}
        </GuardedButton>
      }
    >
      <Loaded query={probes}>
        {({ items }) => (
          <>
            <Silent probes={items} />
            <ProbeTable probes={items} onChoose={(probe, deed) => setDoing({ probe, deed })} />
            {enrolling !== undefined && (
              <ProbeEnrolDialog
                probe={items.find(({ id }) => id === enrolling.id)}
                token={enrolling.token}
                onClose={() => setEnrolling(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
      {doing === "new" && <ProbeDialog probe={null} onMade={setEnrolling} onClose={done} />}
      {typeof doing === "object" && (
        <ProbeDeedDialog {...doing} onEnrol={setEnrolling} onClose={done} />
      )}
    </Page>
  );
}

function Silent({ probes }: { probes: readonly ProbeRow[] }) {
  const silent = probes.filter(({ status }) => status === "silent");
  if (silent.length === 0) return null;
  return (
    <Alert
      color="red"
      title={plural("probes.silentTitle", silent.length)}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {silent.map(({ name }) => name).join(", ")}. {t("probes.silentText")}
    </Alert>
  );
}
