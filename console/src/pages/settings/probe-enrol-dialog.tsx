import { FormDialog } from "../../kit/form-dialog.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ProbeRow } from "../../api/operations.generated.ts";
import { EnrolCommand } from "../../kit/enrol-command.tsx";
import { t } from "../../text/text.ts";

/** The command that starts a probe, and whether it has called since. */
export function ProbeEnrolDialog({
  probe,
  token,
  onClose,
}: {
  /** As it is now; `undefined`: it is not read yet. */
  probe: ProbeRow | undefined;
  token: string;
  onClose: () => void;
}) {
  const name = probe?.name ?? "";
  // Using the token up is what enrolling is.
  const hasCalled = probe?.status === "online" && probe.tokenExpiresAt === null;
  return (
    <FormDialog onClose={onClose} title={t("probes.enrolTitle", { name })} size="lg">
      <Stack gap="md">
        <Text size="sm">{t("probes.enrolText")}</Text>
        <EnrolCommand part="probe" token={token} once={t("probes.tokenOnce")} />
        <Group gap="xs" role="status">
          {hasCalled ? (
            <>
              <IconCircleCheck size={20} color="var(--mantine-color-teal-filled)" aria-hidden />
              <Text size="sm" fw={600}>
                {t("probes.itCalled", { name })}
              </Text>
            </>
          ) : (
            <>
              <Loader size="xs" aria-hidden />
              <Text size="sm">{t("probes.waiting")}</Text>
            </>
          )}
        </Group>
        <FormFooter>
          <Button onClick={onClose}>{t("parts.done")}</Button>
        </FormFooter>
      </Stack>
    </FormDialog>
  );
}
