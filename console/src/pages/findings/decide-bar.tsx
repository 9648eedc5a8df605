import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { plural, t } from "../../text/text.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import type { Choice } from "./use-choice.ts";
import type { FindingKind } from "./use-decide.ts";

/** What can be done with the findings that are chosen, and how to choose all that match. */
export function DecideBar({ kind, choice }: { kind: FindingKind; choice: Choice }) {
  const [isDeciding, setDeciding] = useState(false);
  const count = choice.ids.size;
  return (
    <Group gap="xs">
      <GuardedButton need="operate" disabled={count === 0} onClick={() => setDeciding(true)}>
        {t("findings.decide")}
      </GuardedButton>
      <GuardedButton
        need="operate"
        variant="default"
        loading={choice.isSelectingAll}
        onClick={() => void choice.selectAll()}
      >
        {t("findings.chooseAll")}
      </GuardedButton>
      {count > 0 && (
        <Button variant="subtle" onClick={choice.clear}>
          {t("findings.unchoose")}
        </Button>
      )}
      <Text size="sm" role="status">
        {count > 0 && plural("common.selected", count)}
      </Text>
      {isDeciding && (
        <DecideDialog
          kind={kind}
          chosen={choice.findings}
          onClose={(done) => {
            setDeciding(false);
            if (done) choice.clear();
          }}
        />
      )}
    </Group>
  );
}
