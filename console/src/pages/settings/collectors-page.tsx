import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { CollectorRow } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { plural, t } from "../../text/text.ts";
import { CollectorDialog } from "./collector-dialog.tsx";
import { CollectorEnrolDialog } from "./collector-enrol-dialog.tsx";
import type { CollectorDeed } from "./collector-menu.tsx";
import { CollectorTable } from "./collector-table.tsx";
import { TargetsDialog } from "./targets-dialog.tsx";

/** When they were last heard of is nothing that the server announces; milliseconds. */
const lookAgainMs = 10_000;
const enrollingMs = 2_000;

/** Settings → Collectors. */
export function CollectorsPage() {
  const [doing, setDoing] = useState<{ collector: CollectorRow; deed: CollectorDeed } | "new">();
  const [enrolling, setEnrolling] = useState<{ id: string; token: string }>();
  const collectors = useApi(
    "listCollectors",
    {},
    { refetchInterval: enrolling === undefined ? lookAgainMs : enrollingMs },
  );
  useLiveRefresh(["collectors"], ["listCollectors"]);
  const done = () => setDoing(undefined);
  const newCollector = (
    <GuardedButton
      need="administer"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setDoing("new")}
    >
      {t("collectors.new")}
    </GuardedButton>
  );
  return (
    <Page title={t("collectors.title")} lead={t("collectors.lead")} actions={newCollector}>
      <Loaded query={collectors}>
        {({ items }) => (
          <>
            <Silent collectors={items} />
            {items.length === 0 ? (
              <Empty
                title={t("collectors.empty")}
                hint={t("collectors.emptyHint")}
                action={newCollector}
              />
            ) : (
              <CollectorTable
                collectors={items}
                onChoose={(collector, deed) => setDoing({ collector, deed })}
              />
            )}
            {enrolling !== undefined && (
              <CollectorEnrolDialog
                collector={items.find(({ id }) => id === enrolling.id)}
                token={enrolling.token}
                onClose={() => setEnrolling(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
      {doing === "new" && <CollectorDialog collector={null} onMade={setEnrolling} onClose={done} />}
      {typeof doing === "object" && <Deed {...doing} onEnrol={setEnrolling} onClose={done} />}
    </Page>
  );
}

function Silent({ collectors }: { collectors: readonly CollectorRow[] }) {
  const silent = collectors.filter(({ status }) => status === "silent");
  if (silent.length === 0) return null;
  return (
    <Alert
      color="red"
      title={plural("collectors.silentTitle", silent.length)}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {silent.map(({ name }) => name).join(", ")}. {t("collectors.silentText")}
    </Alert>
  );
}

function Deed({
  collector,
  deed,
  onEnrol,
  onClose,
}: {
  collector: CollectorRow;
  deed: CollectorDeed;
  onEnrol: (made: { id: string; token: string }) => void;
  onClose: () => void;
}) {
  const { id, name } = collector;
  const renew = useAct("renewCollectorToken", { changes: ["listCollectors"] });
  const revoke = useAct("revokeCollector", {
    changes: ["listCollectors"],
    done: t("collectors.revoked"),
  });
  const after = { onSettled: onClose };
  switch (deed) {
    case "change":
      return <CollectorDialog collector={collector} onMade={onEnrol} onClose={onClose} />;
    case "targets":
      return <TargetsDialog kind="collectors" part={collector} onClose={onClose} />;
    case "renew":
      return (
        <Confirm
          title={t("collectors.renewTitle", { name })}
          text={t("collectors.renewText")}
          verb={t("collectors.deed.renew")}
          busy={renew.isPending}
          onCancel={onClose}
          onConfirm={() =>
            renew.mutate(
              { path: { id } },
              { ...after, onSuccess: ({ token }) => onEnrol({ id, token }) },
            )
          }
        />
      );
    case "revoke":
      return (
        <Confirm
          title={t("collectors.revokeTitle", { name })}
          text={t("collectors.revokeText")}
          verb={t("collectors.deed.revoke")}
          busy={revoke.isPending}
          onCancel={onClose}
          onConfirm={() => revoke.mutate({ path: { id } }, after)}
        />
      );
    case "delete":
      return (
        <DeleteDeclaration
          kind="Collector"
          id={id}
          name={name}
          text={
            collector.sensors === 0
              ? t("collectors.deleteText")
              : plural("collectors.deleteRefused", collector.sensors)
          }
          onClose={onClose}
        />
      );
  }
}
