import { useAct } from "../../api/hooks.ts";
import type { Person } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { t } from "../../text/text.ts";

/** Asks, and takes the person out. */
export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const { name, userId } = person;
  const remove = useAct("removePerson", {
    changes: ["listPeople"],
    done: t("people.removed", { name }),
  });
  return (
    <Confirm
      title={t("people.removeTitle", { name })}
      text={t("people.removeText")}
      verb={t("people.remove")}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate({ path: { id: userId } }, { onSettled: onClose })}
    />
  );
}
