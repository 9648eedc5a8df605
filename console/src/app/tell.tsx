import { type NotificationData, notifications } from "@mantine/notifications";
import { IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { ApiProblem } from "../api/client.ts";
import { t } from "../text/text.ts";

/** Long enough to be read; while the pointer or the focus is on one, it stays. */
const shownMs = 6_000;

/** Tells in a notice that something was done. */
export function tellDone(message: string): void {
  tell({ color: "teal", icon: <IconCheck size={18} aria-hidden />, message });
}

/** Tells in a notice that less was done than one may think. */
export function tellNote(message: string): void {
  tell({ color: "yellow", icon: <IconInfoCircle size={18} aria-hidden />, message });
}

/** Tells in a notice that something was not done, and why. It stays until it is closed: nobody may have looked. */
export function tellFailed(error: Error): void {
  const id = error instanceof ApiProblem ? error.requestId : undefined;
  const isOurs = error instanceof ApiProblem && error.status >= 500;
  const where = isOurs && id !== undefined ? ` ${t("error.requestId", { id })}` : "";
  tell({
    color: "red",
    icon: <IconX size={18} aria-hidden />,
    title: t("error.notDone"),
    message: `${error.message}${where}`,
    autoClose: false,
  });
}

/** The same notice twice says no more than once: the later one stands for both. */
function tell(notice: NotificationData & { message: string }): void {
  const id = `${notice.color} ${notice.message}`;
  notifications.hide(id);
  notifications.show({ autoClose: shownMs, ...notice, id });
}
