import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMay } from "../app/tenant.ts";
import { GuardedButton } from "./guarded-button.tsx";

/** A button with more that can be done, for those who may: for the others it does not open, and says why. */
export function GuardedMenu({
  need,
  label,
  size = "sm",
  children,
}: {
  need: "operate" | "administer";
  label: string;
  size?: "xs" | "sm";
  /** `Menu.Item`s. */
  children: ReactNode;
}) {
  const allowed = useMay(need);
  return (
    <Menu position="bottom-end" disabled={!allowed}>
      <Menu.Target>
        <GuardedButton
          need={need}
          size={size}
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => undefined}
        >
          {label}
        </GuardedButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
