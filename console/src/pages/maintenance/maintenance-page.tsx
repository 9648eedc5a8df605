import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { EndWindow } from "./end-window.tsx";
import { WindowDialog } from "./window-dialog.tsx";
import type { WindowRow } from "./window-row.ts";
import { type WindowDeed, WindowTable } from "./window-table.tsx";

/** That a window opens or ends is nothing that the server announces; milliseconds. */
const lookAgainMs = 15_000;

const states = ["now", "next", "past"] as const;

/** Monitoring → Maintenance. */
export function MaintenancePage() {
  const windows = useApi("listMaintenanceWindows", {}, { refetchInterval: lookAgainMs });
  useLiveRefresh(["declarations"], ["listMaintenanceWindows"]);
  const [doing, setDoing] = useState<"new" | { window: WindowRow; deed: WindowDeed }>();
  const done = () => setDoing(undefined);
  const make = (
    <GuardedButton
      need="operate"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setDoing("new")}
    >
      {t("maintenance.new")}
    </GuardedButton>
  );
  return (
    <Page title={t("maintenance.title")} lead={t("maintenance.lead")} actions={make}>
      <Loaded query={windows}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("maintenance.empty")} hint={t("maintenance.emptyHint")} action={make} />
          ) : (
            <Sections windows={items} onChoose={(window, deed) => setDoing({ window, deed })} />
          )
        }
      </Loaded>
      {doing === "new" && <WindowDialog window={null} onClose={done} />}
      {typeof doing === "object" && <Deed {...doing} onClose={done} />}
    </Page>
  );
}

function Sections({
  windows,
  onChoose,
}: {
  windows: readonly WindowRow[];
  onChoose: (window: WindowRow, deed: WindowDeed) => void;
}) {
  return states.map((state) => {
    const ofState = windows.filter((window) => window.state === state);
    if (ofState.length === 0) return null;
    const title = t(`maintenance.state.${state}`);
    return (
      <Section key={state} title={title}>
        <WindowTable windows={ofState} label={title} onChoose={onChoose} />
      </Section>
    );
  });
}

function Deed({
  window,
  deed,
  onClose,
}: {
  window: WindowRow;
  deed: WindowDeed;
  onClose: () => void;
}) {
  if (deed === "change") return <WindowDialog window={window} onClose={onClose} />;
  if (deed === "end") return <EndWindow window={window} onClose={onClose} />;
  return (
    <DeleteDeclaration
      kind="MaintenanceWindow"
      id={window.id}
      name={window.name}
      text={window.state === "now" ? t("maintenance.deleteNow") : t("maintenance.deleteText")}
      onClose={onClose}
    />
  );
}
