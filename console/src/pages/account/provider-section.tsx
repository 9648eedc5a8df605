import { Button, Text } from "@mantine/core";
import type { OwnAccount } from "../../api/operations.generated.ts";
import { useOwnAct } from "../../api/own-hooks.ts";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { Refusal } from "./refusal.tsx";

/** The account at the provider, where there is one. It is tied by signing in with it. */
export function ProviderSection({
  account: { hasProvider },
  provider,
}: {
  account: OwnAccount;
  provider: string | null;
}) {
  const remove = useOwnAct("removeProvider", ["getAccount"]);
  if (provider === null && !hasProvider) return null;
  return (
    <Section
      title={t("account.providerTitle", { provider: provider ?? t("account.providerGone") })}
      actions={
        hasProvider && (
          <Button
            variant="default"
            size="xs"
            loading={remove.isPending}
            onClick={() => remove.mutate({})}
          >
            {t("account.untie")}
          </Button>
        )
      }
    >
      <Text size="sm">{hasProvider ? t("account.tied") : t("account.notTied")}</Text>
      {remove.error !== null && <Refusal>{remove.error.message}</Refusal>}
    </Section>
  );
}
