import { Button, Collapse, Stack } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { t } from "../../text/text.ts";
import { useSensorForm } from "./sensor-form-state.ts";
import { isMapping, valueAt } from "./sensor-item.ts";

/** Settings that few need, folded; open when one of them is set or wrong. */
export function More({ places, children }: { places: readonly string[]; children: ReactNode }) {
  const { item, errorAt, secrets } = useSensorForm();
  const id = useId();
  const isUsed = places.some(
    (at) => hasContent(valueAt(item, at)) || secrets.some((secret) => secret.startsWith(at)),
  );
  const isWrong = places.some((at) => errorAt(at) !== undefined);
  const [opened, setOpened] = useState<boolean | null>(null);
  const expanded = isWrong || (opened ?? isUsed);
  const Icon = expanded ? IconChevronUp : IconChevronDown;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon size={16} aria-hidden />}
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setOpened(!expanded)}
      >
        {t("sensorForm.more")}
      </Button>
      <Collapse expanded={expanded} id={id}>
        <Stack gap="sm" pt="xs">
          {children}
        </Stack>
      </Collapse>
    </div>
  );
}

function hasContent(value: unknown): boolean {
  return isMapping(value) ? Object.keys(value).length > 0 : value !== undefined;
}
