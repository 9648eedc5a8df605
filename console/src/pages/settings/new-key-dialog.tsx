import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { Alert, Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { t } from "../../text/text.ts";

type Service = "monitor" | "exposure";
type KeyScope = "read" | "read_write";

/** Makes a key, and shows it, this once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const create = useAct("createApiKey", { changes: ["listApiKeys"], quiet: true });
  const [name, setName] = useState("");
  const [service, setService] = useState<Service>("monitor");
  const [scope, setScope] = useState<KeyScope>("read");
  if (create.data !== undefined) {
    return (
      <FormDialog onClose={onClose} title={t("keys.yourKey")} size="lg">
        <Stack>
          <Alert color="yellow">{t("keys.shownOnce")}</Alert>
          <CopyText text={create.data.key} label={t("keys.yourKey")} />
          <Text size="sm" fw={600}>
            {t("keys.tryIt")}
          </Text>
          <CopyText text={curlLine(service, create.data.key)} label={t("keys.tryIt")} />
          <FormFooter>
            <Button onClick={onClose}>{t("keys.done")}</Button>
          </FormFooter>
        </Stack>
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t("keys.new")} onClose={onClose}>
      <DialogForm
        verb={t("keys.create")}
        values={{ name, service, scope }}
        isPending={create.isPending}
        error={create.error}
        onSubmit={() => create.mutate({ body: { name: name.trim(), service, scope } })}
      >
        <TextInput
          label={t("common.name")}
          description={t("keys.nameHint")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          required
          maxLength={200}
          data-autofocus
        />
        <Radio.Group
          label={t("keys.service")}
          value={service}
          onChange={(value) => setService(value)}
        >
          <Group mt={4}>
            <Radio value="monitor" label={t("keys.service.monitor")} />
            <Radio value="exposure" label={t("keys.service.exposure")} />
          </Group>
        </Radio.Group>
        <Radio.Group label={t("keys.scope")} value={scope} onChange={(value) => setScope(value)}>
          <Group mt={4}>
            <Radio value="read" label={t("keys.scope.read")} />
            <Radio value="read_write" label={t("keys.scope.read_write")} />
          </Group>
        </Radio.Group>
      </DialogForm>
    </FormDialog>
  );
}

function curlLine(service: Service, key: string): string {
  const url = new URL(`${service}/public/v1/ping`, document.baseURI).href;
  return `curl -H "Authorization: Bearer ${key}" ${url}`;
}
