import { Button, Table, Text, TextInput } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../api/client.ts";
import type { OwnAccount } from "../../api/operations.generated.ts";
import { useOwnAct } from "../../api/own-hooks.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { makePasskey, passkeysWork } from "./passkeys.ts";

type Passkey = OwnAccount["passkeys"][number];

/** Passkeys: a finger or a PIN instead of a password. */
export function PasskeysSection({ account: { passkeys } }: { account: OwnAccount }) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <Section
      title={t("account.passkeys")}
      actions={
        passkeysWork() && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t("account.addPasskey")}
          </Button>
        )
      }
    >
      <Text size="sm">
        {passkeysWork() ? t("account.passkeysText") : t("account.passkeysNeedHttps")}
      </Text>
      {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} onRemove={setRemoving} />}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
      {removing !== null && <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />}
    </Section>
  );
}

function PasskeyTable({
  passkeys,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}) {
  return (
    <WideTable
      label={t("account.passkeys")}
      minWidth={480}
      heads={[t("common.name"), t("account.added"), t("common.actions")]}
    >
      <Table.Tbody>
        {passkeys.map((passkey) => (
          <Table.Tr key={passkey.id}>
            <Table.Td>{passkey.name}</Table.Td>
            <Table.Td>
              <Time at={passkey.createdAt} />
            </Table.Td>
            <Table.Td>
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => onRemove(passkey)}
                aria-label={`${t("account.remove")}: ${passkey.name}`}
              >
                {t("account.remove")}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const add = useMutation({
    mutationFn: async () => {
      const response = await makePasskey(await callApi("beginPasskey", {}));
      await callApi("addPasskey", { body: { name: name.trim(), response } });
    },
    onSuccess: () => {
      tellDone(t("account.passkeyAdded"));
      onClose();
      return client.invalidateQueries({ queryKey: ["getAccount"] });
    },
  });
  return (
    <FormDialog title={t("account.addPasskey")} onClose={onClose}>
      <DialogForm
        verb={t("account.goOn")}
        values={{ name }}
        isPending={add.isPending}
        error={add.error}
        onSubmit={() => add.mutate()}
      >
        <TextInput
          label={t("common.name")}
          description={t("account.passkeyNameHint")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
        />
      </DialogForm>
    </FormDialog>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useOwnAct("removePasskey", ["getAccount"]);
  return (
    <Confirm
      title={t("account.removePasskeyTitle", { name: passkey.name })}
      text={remove.error?.message ?? t("account.removePasskeyText")}
      verb={t("account.remove")}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate({ path: { id: passkey.id } }, { onSuccess: onClose })}
    />
  );
}
