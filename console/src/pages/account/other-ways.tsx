import { Button, Divider, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { IconFingerprint, IconLogin2 } from "@tabler/icons-react";
import { callApi } from "../../api/client.ts";
import { t } from "../../text/text.ts";
import { passkeysWork, showPasskey } from "./passkeys.ts";
import { Refusal } from "./refusal.tsx";

/** The ways in without a password, where there are any. */
export function OtherWays({
  provider,
  next,
  onEntered,
}: {
  provider: string | null;
  /** Where the provider leads back to. */
  next: string;
  /** By passkey; left out: that is no way here. */
  onEntered?: () => void;
}) {
  const hasPasskeys = onEntered !== undefined && passkeysWork();
  const withPasskey = useMutation({
    mutationFn: async () => {
      const response = await showPasskey(await callApi("beginPasskeySignIn", {}));
      await callApi("signInWithPasskey", { body: { response } });
    },
    onSuccess: () => onEntered?.(),
  });
  const withProvider = useMutation({
    mutationFn: () => callApi("beginProviderSignIn", { body: { next } }),
    onSuccess: ({ url }) => location.assign(url),
  });
  if (provider === null && !hasPasskeys) return null;
  const error = withPasskey.error ?? withProvider.error;
  return (
    <Stack gap="sm">
      <Divider label={t("account.or")} />
      {hasPasskeys && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={withPasskey.isPending}
          onClick={() => withPasskey.mutate()}
        >
          {t("account.withPasskey")}
        </Button>
      )}
      {provider !== null && (
        <Button
          variant="default"
          leftSection={<IconLogin2 size={18} aria-hidden />}
          loading={withProvider.isPending || withProvider.isSuccess}
          onClick={() => withProvider.mutate()}
        >
          {t("account.withProvider", { provider })}
        </Button>
      )}
      {error !== null && <Refusal>{error.message}</Refusal>}
    </Stack>
  );
}
