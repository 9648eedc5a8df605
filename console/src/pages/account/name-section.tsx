import { Button, Group, TextInput } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { useState } from "react";
import type { OwnAccount } from "../../api/operations.generated.ts";
import { useOwnAct } from "../../api/own-hooks.ts";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { Refusal } from "./refusal.tsx";

/** By which name others see what one did. */
export function NameSection({ account }: { account: OwnAccount }) {
  const rename = useOwnAct("renameAccount", ["getAccount", "getSession"]);
  const [name, setName] = useState(account.name);
  return (
    <Section title={t("account.profile")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(
            { body: { name: name.trim() } },
            { onSuccess: () => tellDone(t("account.renamed")) },
          );
        }}
      >
        <Group align="flex-end">
          <TextInput
            label={t("account.name")}
            description={t("account.nameHint")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="name"
            maxLength={200}
            required
            withAsterisk={false}
            flex={1}
            miw={220}
          />
          <Button
            type="submit"
            variant="default"
            loading={rename.isPending}
            disabled={name.trim() === account.name}
          >
            {t("common.save")}
          </Button>
        </Group>
      </form>
      {rename.error !== null && <Refusal>{rename.error.message}</Refusal>}
    </Section>
  );
}
