import { FileInput, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useState } from "react";
import type { BundleDeclaration, BundleRow } from "../../api/operations.generated.ts";
import type { Declaration } from "../../kit/declaration.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { formatBytes } from "../../kit/format-quantity.ts";
import { readBase64 } from "../../kit/read-base64.ts";
import { NameField } from "../../kit/name-field.tsx";
import { t } from "../../text/text.ts";
import { longestUploadBytes } from "./longest-upload.ts";

/** Adds a rule set, or changes one: its name, or the file. */
export function BundleDialog({
  bundle,
  onClose,
}: {
  /** `null`: a new one. */
  bundle: BundleRow | null;
  onClose: () => void;
}) {
  const blank: BundleDeclaration = { name: "", file: "" };
  return (
    <DeclarationDialog
      kind="Bundle"
      source={bundle === null ? { item: blank } : { id: bundle.id }}
      title={
        bundle === null
          ? t("audits.bundles.add")
          : t("audits.bundles.replaceTitle", { name: bundle.name })
      }
      need="operate"
      {...(bundle === null ? { verb: t("audits.bundles.addVerb") } : {})}
      onClose={onClose}
    >
      {(declaration) => <BundleFields declaration={declaration} />}
    </DeclarationDialog>
  );
}

function BundleFields({ declaration }: { declaration: Declaration<"Bundle"> }) {
  const { item, change, replace, errorOf, touch } = declaration;
  const isContent = item.content !== undefined;
  return (
    <Stack gap="md">
      <NameField declaration={declaration} />
      <Radio.Group
        label={t("audits.bundles.source")}
        value={isContent ? "content" : "file"}
        onChange={(source) => {
          const { name } = item;
          replace(source === "content" ? { name, content: "" } : { name, file: "" });
        }}
      >
        <Stack gap={6} mt={6}>
          <Radio value="file" label={t("audits.bundles.source.file")} />
          <Radio value="content" label={t("audits.bundles.source.content")} />
        </Stack>
      </Radio.Group>
      {isContent ? (
        <TextInput
          label={t("audits.bundles.content")}
          description={t("audits.bundles.contentHint")}
          value={item.content ?? ""}
          onChange={(event) => change({ content: event.currentTarget.value })}
          onBlur={() => touch("/content")}
          error={errorOf("/content")}
          required
        />
      ) : (
        <StreamField declaration={declaration} />
      )}
    </Stack>
  );
}

function StreamField({
  declaration: { item, change, errorOf },
}: {
  declaration: Declaration<"Bundle">;
}) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    setChosen(file);
    setFault(null);
    change({ data: undefined });
    if (file === null) return;
    if (file.size > longestUploadBytes) {
      setFault(t("audits.bundles.tooLarge"));
      return;
    }
    try {
      change({ file: file.name, data: await readBase64(file) });
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  const before = item.file === undefined || item.file === "" ? null : item.file;
  return (
    <Stack gap={4}>
      <FileInput
        label={t("audits.bundles.file")}
        description={t("audits.bundles.fileHint")}
        placeholder={before ?? t("audits.bundles.choose")}
        leftSection={<IconFileUpload size={16} aria-hidden />}
        value={chosen}
        onChange={(file) => void choose(file)}
        accept=".xml,.gz"
        error={fault ?? errorOf("/data") ?? errorOf("/file")}
        clearable
        required
      />
      <Text size="sm" c="dimmed" role="status">
        {chosen !== null &&
          fault === null &&
          (item.data === undefined
            ? t("audits.bundles.reading")
            : t("audits.bundles.read", { size: formatBytes(chosen.size) }))}
      </Text>
    </Stack>
  );
}
