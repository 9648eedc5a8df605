import { type NotificationData, notifications } from "@mantine/notifications";
import { IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { problemWords } from "../kit/problem-words.ts";

/** Long enough to be read; while the pointer or the focus is on one, it stays. */
const shownMs = 6_000;

/** Tells in a notice that something was done. */
export function tellDone(message: string): void {
  tell({ color: "teal", icon: <IconCheck size={18} aria-hidden />, message });
}

/** Tells in a notice that less was done than one may think. */
export function tellNote(message: string): void {
  tell({ color: "orange", icon: <IconInfoCircle size={18} aria-hidden />, message });
}

/** Tells in a notice that something was not done, and why. It stays until it is closed: nobody may have looked. */
export function tellFailed(error: Error): void {
  const { title, hints } = problemWords(error, "deed");
  tell({
    color: "red",
    icon: <IconX size={18} aria-hidden />,
    title,
    message: [error.message, ...hints].join(" "),
    autoClose: false,
  });
}

/** Takes all notices away: they name what somebody has seen. */
export function forgetTold(): void {
  notifications.clean();
  notifications.cleanQueue();
}

/** The same notice twice says no more than once: the later one stands for both. */
function tell(notice: NotificationData & { message: string }): void {
  const id = `${notice.color} ${notice.message}`;
  notifications.hide(id);
  notifications.show({ autoClose: shownMs, ...notice, id });
}
