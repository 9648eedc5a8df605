import { Anchor, Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useOwnAct } from "../../api/own-hooks.ts";
import { t } from "../../text/text.ts";
import { Refusal } from "./refusal.tsx";

/** The second step: a code of the app, or one of the list. */
export function CodeForm({ onEntered, onBack }: { onEntered: () => void; onBack: () => void }) {
  const enter = useOwnAct("signInWithCode");
  const [kind, setKind] = useState<"totp" | "backup">("totp");
  const [code, setCode] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate(
          { body: { kind, code: code.replaceAll(/\s/g, "") } },
          { onSuccess: onEntered },
        );
      }}
    >
      <Stack>
        <TextInput
          key={kind}
          label={kind === "totp" ? t("account.appCode") : t("account.backupCode")}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          inputMode={kind === "totp" ? "numeric" : "text"}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
        />
        {enter.error !== null && <Refusal>{enter.error.message}</Refusal>}
        <Button type="submit" loading={enter.isPending}>
          {t("account.signIn")}
        </Button>
        <Group justify="space-between">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setKind(kind === "totp" ? "backup" : "totp");
              setCode("");
              enter.reset();
            }}
          >
            {kind === "totp" ? t("account.useBackupCode") : t("account.useApp")}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t("account.back")}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
