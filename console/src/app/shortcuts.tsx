import { useLocalStorage, useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, lazy, useRef, useState } from "react";
import { inTime } from "./later.ts";
import { navigationOf } from "./navigation.ts";
import { useTenant } from "./tenant.ts";

const ShortcutsDialog = lazy(async () => {
  const { ShortcutsDialog: component } = await inTime(() => import("./shortcuts-dialog.tsx"));
  return { default: component };
});

/** How long after `g` the second key counts. */
const jumpMs = 1_500;

/** Keys for those who like them: `g s` leads to the sensors, `?` shows all. They can be turned off (WCAG 2.2, 2.1.4). */
export function Shortcuts({
  shown,
  onShow,
  onClose,
}: {
  shown: boolean;
  onShow: () => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [on, setOn] = useLocalStorage({ key: "vedette-keys", defaultValue: true });
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const jumps = navigationOf(useTenant())
    .flatMap(({ items }) => items)
    .filter((item) => item.jump !== undefined);
  useWindowEvent("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (!on) return;
    if (event.key === "?") onShow();
    const jump = jumps.find((item) => item.jump === event.key);
    if (jump !== undefined && event.timeStamp - pressedAt.current < jumpMs) {
      void navigate({ to: jump.href });
    }
    pressedAt.current = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
  });
  // Once it was shown it stays, so that it gives the focus back.
  const [wasShown, setWasShown] = useState(shown);
  if (shown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutsDialog shown={shown} onClose={onClose} jumps={jumps} on={on} onSwitch={setOn} />
    </Suspense>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("input:not([type=checkbox], [type=radio]), textarea, select") ||
    target.closest("[role=dialog], [role=menu], [role=listbox]") !== null
  );
}
