import { Kbd, Modal, Stack, Switch, Text } from "@mantine/core";
import { useLocalStorage, useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Fragment, useRef } from "react";
import { t } from "../text/text.ts";
import styles from "./frame.module.css";
import { navigationOf } from "./navigation.ts";
import { useTenant } from "./tenant.ts";

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
  return (
    <Modal opened={shown} onClose={onClose} title={t("keyboard.title")} centered>
      <Stack gap="md">
        <dl className={styles["keys"]}>
          <Shortcut keys={["Ctrl", "K"]} meaning={t("keyboard.search")} />
          <Shortcut keys={["?"]} meaning={t("keyboard.help")} />
          {jumps.map(({ label, jump = "" }) => (
            <Shortcut key={jump} keys={["g", jump]} meaning={label} />
          ))}
          <Shortcut keys={["↑", "↓"]} meaning={t("keyboard.rows")} />
          <Shortcut keys={["Enter"]} meaning={t("keyboard.open")} />
          <Shortcut keys={["Space"]} meaning={t("keyboard.select")} />
        </dl>
        <Switch
          label={t("keyboard.on")}
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {t("keyboard.hint")}
        </Text>
      </Stack>
    </Modal>
  );
}

function Shortcut({ keys, meaning }: { keys: readonly string[]; meaning: string }) {
  return (
    <>
      <dt>
        {keys.map((key, place) => (
          <Fragment key={key}>
            {place > 0 && " "}
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </>
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
