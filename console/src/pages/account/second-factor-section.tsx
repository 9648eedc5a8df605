import { Button, Group, Text } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import { useState } from "react";
import type { OwnAccount } from "../../api/operations.generated.ts";
import { useOwnAct } from "../../api/own-hooks.ts";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { BackupCodesDialog } from "./backup-codes.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { SecondFactorDialog } from "./second-factor-dialog.tsx";

type Open = "set up" | "remove" | "renew" | null;

/** Codes of an app beside the password. */
export function SecondFactorSection({ account }: { account: OwnAccount }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { hasSecondFactor, hasPassword } = account;
  return (
    <Section
      title={t("account.secondFactor")}
      actions={
        hasSecondFactor ? (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => setOpen("renew")}>
              {t("account.renewCodes")}
            </Button>
            <Button variant="default" size="xs" onClick={() => setOpen("remove")}>
              {t("account.switchOff")}
            </Button>
          </Group>
        ) : (
          <Button variant="default" size="xs" onClick={() => setOpen("set up")}>
            {t("account.setUpApp")}
          </Button>
        )
      }
    >
      <Text size="sm">
        {hasSecondFactor ? t("account.secondFactorOn") : t("account.secondFactorOff")}
      </Text>
      {open === "set up" && <SecondFactorDialog hasPassword={hasPassword} onClose={close} />}
      {open === "remove" && <Remove hasPassword={hasPassword} onClose={close} />}
      {open === "renew" && <Renew hasPassword={hasPassword} onClose={close} />}
    </Section>
  );
}

function Remove({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const remove = useOwnAct("removeSecondFactor", ["getAccount"]);
  return (
    <PasswordDialog
      title={t("account.switchOffTitle")}
      text={t("account.switchOffText")}
      verb={t("account.switchOff")}
      hasPassword={hasPassword}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={(body) =>
        remove.mutate(
          { body },
          {
            onSuccess: () => {
              tellDone(t("account.switchedOff"));
              onClose();
            },
          },
        )
      }
    />
  );
}

function Renew({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const renew = useOwnAct("renewBackupCodes");
  if (renew.data !== undefined) {
    return <BackupCodesDialog codes={renew.data.backupCodes} onClose={onClose} />;
  }
  return (
    <PasswordDialog
      title={t("account.renewCodes")}
      text={t("account.renewText")}
      verb={t("account.renewCodes")}
      hasPassword={hasPassword}
      busy={renew.isPending}
      error={renew.error}
      onClose={onClose}
      onSubmit={(body) => renew.mutate({ body })}
    />
  );
}
