import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../api/client.ts";
import type { OwnAccount } from "../../api/operations.generated.ts";
import { useOwnAct } from "../../api/own-hooks.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { makePasskey, passkeysWork } from "./passkeys.ts";
import { Refusal } from "./refusal.tsx";

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
    <Table aria-label={t("account.passkeys")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("common.name")}</Table.Th>
          <Table.Th>{t("account.added")}</Table.Th>
          <Table.Th>{t("common.actions")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
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
    </Table>
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
      notifications.show({ message: t("account.passkeyAdded") });
      onClose();
      return client.invalidateQueries({ queryKey: ["getAccount"] });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t("account.addPasskey")} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack>
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
          {add.error !== null && <Refusal>{add.error.message}</Refusal>}
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending}>
              {t("account.goOn")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
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
