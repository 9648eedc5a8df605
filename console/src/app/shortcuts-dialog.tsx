import { Dialog } from "../kit/dialog.tsx";
import { Kbd, Stack, Switch, Text } from "@mantine/core";
import { Fragment, useEffect, useState } from "react";
import { t } from "../text/text.ts";
import styles from "./frame.module.css";
import type { NavigationItem } from "./navigation.ts";

/** All keys, and the switch that turns the single ones off. It is loaded when it is first asked for. */
export function ShortcutsDialog({
  shown,
  onClose,
  jumps,
  on,
  onSwitch,
}: {
  shown: boolean;
  onClose: () => void;
  jumps: readonly NavigationItem[];
  on: boolean;
  onSwitch: (on: boolean) => void;
}) {
  // A dialog that opens after it is there knows what had the focus, and gives it back.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(shown), [shown]);
  return (
    <Dialog opened={opened} onClose={onClose} title={t("keyboard.title")} centered>
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
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {t("keyboard.hint")}
        </Text>
      </Stack>
    </Dialog>
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
