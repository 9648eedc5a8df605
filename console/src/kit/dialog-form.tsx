import { Button, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFirstFocus } from "./first-focus.ts";
import { useFormDialog } from "./form-dialog.tsx";
import { FormFooter } from "./form-footer.tsx";
import { ProblemAlert } from "./problem-alert.tsx";

/** What is filled in in a `FormDialog`: fields, of which the first has `data-autofocus`, why it was refused, and the buttons. */
export function DialogForm({
  verb,
  values,
  isGrave = false,
  isPending,
  isReady = true,
  error = null,
  noValidate = false,
  onSubmit,
  children,
}: {
  /** What the button says: `Make the key`. */
  verb: string;
  /** What is filled in: once it is not what it began with, closing asks first. */
  values?: object;
  isGrave?: boolean;
  isPending: boolean;
  /** Whether there is enough to go on with. */
  isReady?: boolean;
  error?: Error | null;
  /** The fields themselves say what is wrong with them. */
  noValidate?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const filledIn = JSON.stringify(values);
  const [start] = useState(filledIn);
  const { close } = useFormDialog(filledIn !== start);
  useFirstFocus(form);
  useEffect(() => {
    // It answers with a promise, where browsers are new: an effect must not.
    refusal.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    <form
      ref={form}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        {children}
        {error !== null && (
          <div ref={refusal}>
            <ProblemAlert error={error} />
          </div>
        )}
        <FormFooter onCancel={close}>
          <Button
            type="submit"
            {...(isGrave ? { color: "red" } : {})}
            loading={isPending}
            disabled={!isReady}
          >
            {verb}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  );
}
