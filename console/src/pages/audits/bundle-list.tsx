import { Group, Table, Text } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { BundleRow } from "../../api/operations.generated.ts";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { BundleDialog } from "./bundle-dialog.tsx";

/** The rule sets that hosts can be held against. */
export function BundleList({ onAdd }: { onAdd: () => void }) {
  const bundles = useApi("listBundles", {});
  const [doing, setDoing] = useState<{ bundle: BundleRow; deed: "change" | "delete" } | null>(null);
  const done = () => setDoing(null);
  return (
    <Loaded query={bundles}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <Empty
              title={t("audits.bundles.empty")}
              hint={t("audits.bundles.emptyHint")}
              action={
                <GuardedButton need="operate" onClick={onAdd}>
                  {t("audits.bundles.add")}
                </GuardedButton>
              }
            />
          ) : (
            <BundleTable bundles={items} onChoose={(bundle, deed) => setDoing({ bundle, deed })} />
          )}
          {doing?.deed === "change" && <BundleDialog bundle={doing.bundle} onClose={done} />}
          {doing?.deed === "delete" && (
            <DeleteDeclaration
              kind="Bundle"
              id={doing.bundle.id}
              name={doing.bundle.name}
              text={t("audits.bundles.deleteText")}
              onClose={done}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function BundleTable({
  bundles,
  onChoose,
}: {
  bundles: readonly BundleRow[];
  onChoose: (bundle: BundleRow, deed: "change" | "delete") => void;
}) {
  return (
    <WideTable
      label={t("audits.tab.bundles")}
      minWidth={760}
      heads={[
        t("common.name"),
        t("audits.bundles.source"),
        t("audits.bundles.profiles"),
        t("audits.bundles.updated"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {bundles.map((bundle) => (
          <Table.Tr key={bundle.id}>
            <Table.Td>
              <Text size="sm" fw={500}>
                {bundle.name}
              </Text>
              <Text size="xs" c="dimmed">
                {bundle.benchmark}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{t(`audits.bundles.source.${bundle.source}`)}</Text>
              <Text size="xs" c="dimmed">
                {bundle.fileName}
              </Text>
            </Table.Td>
            <Table.Td>
              {bundle.source === "content"
                ? t("audits.bundles.profilesOnHost")
                : bundle.profiles.map(({ id }) => id).join(", ")}
            </Table.Td>
            <Table.Td>
              <Time at={bundle.updatedAt} />
            </Table.Td>
            <Table.Td>
              <Group gap={4} wrap="nowrap">
                <BundleButton bundle={bundle} deed="change" onChoose={onChoose} />
                <BundleButton bundle={bundle} deed="delete" onChoose={onChoose} />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function BundleButton({
  bundle,
  deed,
  onChoose,
}: {
  bundle: BundleRow;
  deed: "change" | "delete";
  onChoose: (bundle: BundleRow, deed: "change" | "delete") => void;
}) {
  return (
    <GuardedButton
      need="operate"
      size="compact-sm"
      variant="default"
      aria-label={`${t(`audits.${deed}`)}: ${bundle.name}`}
      onClick={() => onChoose(bundle, deed)}
    >
      {t(`audits.${deed}`)}
    </GuardedButton>
  );
}
