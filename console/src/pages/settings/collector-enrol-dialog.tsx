import { FormDialog } from "../../kit/form-dialog.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { CollectorRow } from "../../api/operations.generated.ts";
import { EnrolCommand } from "../../kit/enrol-command.tsx";
import { t } from "../../text/text.ts";

/** The command that starts a collector, and whether it has called since. */
export function CollectorEnrolDialog({
  collector,
  token,
  onClose,
}: {
  /** As it is now; `undefined`: it is not read yet. */
  collector: CollectorRow | undefined;
  token: string;
  onClose: () => void;
}) {
  const name = collector?.name ?? "";
  // Using the token up is what enrolling is.
  const hasCalled = collector?.status === "online" && collector.tokenExpiresAt === null;
  return (
    <FormDialog onClose={onClose} title={t("collectors.enrolTitle", { name })} size="lg">
      <Stack gap="md">
        <Text size="sm">{t("collectors.enrolText")}</Text>
        <EnrolCommand part="collector" token={token} once={t("collectors.tokenOnce")} />
        <Group gap="xs" role="status">
          {hasCalled ? (
            <>
              <IconCircleCheck size={20} color="var(--mantine-color-teal-filled)" aria-hidden />
              <Text size="sm" fw={600}>
                {t("collectors.itCalled", { name })}
              </Text>
            </>
          ) : (
            <>
              <Loader size="xs" aria-hidden />
              <Text size="sm">{t("collectors.waiting")}</Text>
            </>
          )}
        </Group>
        <FormFooter>
          <Button onClick={onClose}>{t("collectors.done")}</Button>
        </FormFooter>
      </Stack>
    </FormDialog>
  );
}
