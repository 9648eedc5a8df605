import { Alert, Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCode } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { DeclarationOutcome } from "../api/operations.generated.ts";
import { useMay, useTenant } from "../app/tenant.ts";
import { t } from "../text/text.ts";
import { Confirm } from "./confirm.tsx";
import { CopyText } from "./copy-text.tsx";
import { type Declaration, type DeclarationKind, capitalised } from "./declaration.ts";
import { declarationYaml } from "./declaration-yaml.ts";
import { useFirstFocus } from "./first-focus.ts";
import { FormFooter } from "./form-footer.tsx";
import { ProblemAlert } from "./problem-alert.tsx";

/**
 * The frame of every form that declares something: its fields, what is wrong, what saving would change, the same as YAML,
 * and the buttons. Leaving it with something unsaved asks first.
 */
export function DeclarationForm<Kind extends DeclarationKind>({
  declaration,
  need,
  verb,
  onSaved,
  onCancel,
  children,
}: {
  declaration: Declaration<Kind>;
  /** Who may save it. */
  need: "operate" | "administer";
  /** What the button says: `Make the site`; `Save` unless told. */
  verb?: string;
  onSaved: (outcome: DeclarationOutcome) => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { isDirty, isSaving, failure } = declaration;
  const allowed = useMay(need);
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await declaration.save();
    if (outcome !== null) onSaved(outcome);
    // The first field that is wrong, or what else is, once it is shown.
    else requestAnimationFrame(() => showFirstFault(form.current));
  };
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="md">
        {children}
        {failure !== null && <ProblemAlert error={failure} />}
        <Faults declaration={declaration} />
        <Preview declaration={declaration} />
        <AsYaml declaration={declaration} />
        <FormFooter onCancel={onCancel}>
          <Button
            type="submit"
            loading={isSaving}
            disabled={!allowed}
            title={allowed ? undefined : t(reasons[need])}
          >
            {verb ?? t("common.save")}
          </Button>
        </FormFooter>
      </Stack>
      <LeaveGuard when={isDirty && !isSaving} />
    </form>
  );
}

const reasons = {
  operate: "common.needsOperator",
  administer: "common.needsAdministrator",
} as const;

function showFirstFault(form: HTMLFormElement | null): void {
  const place =
    form?.querySelector<HTMLElement>("[aria-invalid=true]") ??
    form?.querySelector<HTMLElement>("[role=alert]");
  place?.focus();
  place?.scrollIntoView({ block: "nearest" });
}

function Faults<Kind extends DeclarationKind>({
  declaration: { faults },
}: {
  declaration: Declaration<Kind>;
}) {
  const shown = faults.filter(({ path }) => path !== "version");
  if (shown.length === 0) return null;
  return (
    <Alert color="red" role="alert" tabIndex={-1} title={t("forms.faults")}>
      <List size="sm">
        {shown.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            {path !== "" && <Code>{path.slice(1).replaceAll("/", ".")}</Code>}{" "}
            {capitalised(message)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** What is worth a look; and of something that is there already, what will be another. */
function Preview<Kind extends DeclarationKind>({
  declaration: { preview, id },
}: {
  declaration: Declaration<Kind>;
}) {
  if (preview === null) return null;
  const changes = id === null ? [] : preview.changes;
  return (
    <Stack gap="xs" role="status">
      {preview.warnings.map(({ path, message }) => (
        <Alert key={path} color="yellow" icon={<IconAlertTriangle />} p="xs">
          {capitalised(message)}
        </Alert>
      ))}
      {changes.map((change) => (
        <Text key={change} size="sm" c="dimmed">
          {change}
        </Text>
      ))}
    </Stack>
  );
}

function AsYaml<Kind extends DeclarationKind>({
  declaration: { kind, item, secrets },
}: {
  declaration: Declaration<Kind>;
}) {
  const tenant = useTenant();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCode size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "forms.hideYaml" : "forms.showYaml")}
        </Button>
      </Group>
      {isOpen && (
        <>
          <Text size="xs" c="dimmed">
            {t("forms.yamlHint")}
          </Text>
          <CopyText
            text={declarationYaml(kind, tenant.name, item, secrets)}
            label={t("forms.yaml")}
          />
        </>
      )}
    </Stack>
  );
}

function LeaveGuard({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Confirm
      title={t("forms.leaveTitle")}
      text={t("forms.leaveText")}
      verb={t("forms.leave")}
      onConfirm={proceed}
      onCancel={reset}
    />
  );
}
