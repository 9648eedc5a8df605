import { Dialog } from "./dialog.tsx";
import { Button, Stack, Text } from "@mantine/core";
import { tellDone } from "../app/tell.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type OperationName, callApi } from "../api/client.ts";
import { useRemoval } from "../api/removal.ts";
import { useTenant } from "../app/tenant.ts";
import { t } from "../text/text.ts";
import type { DeclarationKind } from "./declaration.ts";
import { FormFooter } from "./form-footer.tsx";
import { ProblemAlert } from "./problem-alert.tsx";

/** Asks once more, deletes, and says by what it is still used when it cannot be deleted. */
export function DeleteDeclaration({
  kind,
  id,
  name,
  text,
  onDeleted,
  onClose,
}: {
  kind: DeclarationKind;
  id: string;
  name: string;
  /** What goes with it. */
  text: string;
  /** Where a page of it goes. */
  onDeleted?: () => unknown;
  onClose: () => void;
}) {
  const tenant = useTenant();
  const client = useQueryClient();
  const removal = useRemoval();
  const remove = useMutation({
    mutationFn: () =>
      removal(id, () =>
        callApi<OperationName>(`delete${kind}`, { path: { tenantId: tenant.id, id } }),
      ),
    async onSuccess() {
      tellDone(t("forms.deleted", { name }));
      // With the page goes this dialog.
      if (onDeleted === undefined) onClose();
      else await onDeleted();
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === tenant.id });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t("forms.deleteTitle", { name })} centered>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {remove.error !== null && <ProblemAlert error={remove.error} />}
        <FormFooter onCancel={onClose} beginsWithCancel>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("common.delete")}
          </Button>
        </FormFooter>
      </Stack>
    </Dialog>
  );
}
