import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { MouseEventHandler } from "react";
import { useMay } from "../app/tenant.ts";
import { t } from "../text/text.ts";

/** A button for those who may: for the others it stays, cannot be pressed, and says why. */
export function GuardedButton({
  need,
  onClick,
  ...rest
}: ButtonProps & { need: "operate" | "administer"; onClick: MouseEventHandler }) {
  const allowed = useMay(need);
  if (allowed) return <Button {...rest} onClick={onClick} />;
  const reason = t(need === "operate" ? "common.needsOperator" : "common.needsAdministrator");
  return (
    <Tooltip label={reason}>
      <Button
        {...rest}
        aria-disabled
        data-disabled
        title={reason}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  );
}
