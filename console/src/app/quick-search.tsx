import { Kbd, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useDisclosure, useWindowEvent } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Suspense, lazy } from "react";
import { t } from "../text/text.ts";
import styles from "./frame.module.css";
import { inTime } from "./later.ts";

const loadDialog = () => import("./quick-search-dialog.tsx");
const QuickSearchDialog = lazy(async () => ({
  default: (await inTime(loadDialog)).QuickSearchDialog,
}));

/** The way to everything by its name: a button in the header, and Ctrl+K. */
export function QuickSearch() {
  const [opened, { open, close }] = useDisclosure();
  useWindowEvent("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    open();
  });
  return (
    <>
      <UnstyledButton className={styles["search"] ?? ""} onClick={open}>
        <VisuallyHidden>{t("quick.open")}</VisuallyHidden>
        <IconSearch size={16} aria-hidden />
        <Text size="sm" visibleFrom="sm" aria-hidden>
          {t("common.search")}
        </Text>
        <Kbd size="xs" visibleFrom="md" aria-hidden>
          {t("quick.keys")}
        </Kbd>
      </UnstyledButton>
      {opened && (
        <Suspense fallback={null}>
          <QuickSearchDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
