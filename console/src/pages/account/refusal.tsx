import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

/** Why something that was filled in was refused, beside where it was filled in. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <Alert color="red" role="alert" py="xs">
      {children}
    </Alert>
  );
}
