import { Anchor, Menu, Table, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { DirectoryRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { RowMenu } from "../../kit/row-menu.tsx";
import { scheduleWords } from "../../kit/schedule-words.ts";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { AssessmentState } from "../identity/assessment-state.tsx";
import { DirectoryDialog } from "./directory-dialog.tsx";

type Doing = { deed: "new" } | { deed: "change" | "delete"; directory: DirectoryRow };

/** Settings → Directories: which are assessed, by whom, and when. */
export function DirectoriesPage() {
  const directories = useApi("listDirectoryRows", {});
  useLiveRefresh(["assessments", "declarations"], ["listDirectoryRows"]);
  const [doing, setDoing] = useState<Doing>();
  const done = () => setDoing(undefined);
  const newDirectory = (
    <GuardedButton
      need="administer"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setDoing({ deed: "new" })}
    >
      {t("directories.new")}
    </GuardedButton>
  );
  return (
    <Page title={t("directories.title")} lead={t("directories.lead")} actions={newDirectory}>
      <Loaded query={directories}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={t("directories.empty")}
              hint={t("directories.emptyHint")}
              action={newDirectory}
            />
          ) : (
            <DirectoryTable directories={items} onChoose={setDoing} />
          )
        }
      </Loaded>
      {doing?.deed === "new" && <DirectoryDialog onClose={done} />}
      {doing?.deed === "change" && <DirectoryDialog id={doing.directory.id} onClose={done} />}
      {doing?.deed === "delete" && (
        <DeleteDeclaration
          kind="Directory"
          id={doing.directory.id}
          name={doing.directory.name}
          text={t("directories.deleteText")}
          onClose={done}
        />
      )}
    </Page>
  );
}

function DirectoryTable({
  directories,
  onChoose,
}: {
  directories: readonly DirectoryRow[];
  onChoose: (doing: Doing) => void;
}) {
  const tenant = useTenant();
  return (
    <WideTable
      label={t("directories.title")}
      minWidth={820}
      heads={[
        t("common.name"),
        t("directories.type"),
        t("directories.site"),
        t("directories.probe"),
        t("directories.schedule"),
        t("identity.lastAssessment"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {directories.map((directory) => (
          <Table.Tr key={directory.id}>
            <Table.Td>
              <Anchor
                component={Link}
                to={paths.identityDirectory(tenant.name, directory.id)}
                size="sm"
                fw={500}
              >
                {directory.name}
              </Anchor>
            </Table.Td>
            <Table.Td>{t(`identity.type.${directory.type}`)}</Table.Td>
            <Table.Td>{directory.siteName}</Table.Td>
            <Table.Td>{directory.probeName}</Table.Td>
            <Table.Td>{scheduleOf(directory)}</Table.Td>
            <Table.Td maw={280}>
              <AssessmentState assessment={directory.latest} />
              {directory.lastError !== null && (
                <Text size="xs" c="red" lineClamp={2} title={directory.lastError}>
                  {directory.lastError}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <RowMenu need="administer" name={directory.name}>
                <Menu.Item onClick={() => onChoose({ deed: "change", directory })}>
                  {t("common.edit")}
                </Menu.Item>
                <Menu.Item color="red" onClick={() => onChoose({ deed: "delete", directory })}>
                  {t("common.delete")}
                </Menu.Item>
              </RowMenu>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function scheduleOf({ schedule, enabled }: DirectoryRow): string {
  if (schedule === null) return t("schedule.kind.none");
  return enabled
    ? scheduleWords(schedule)
    : t("scans.rests", { schedule: scheduleWords(schedule) });
}
