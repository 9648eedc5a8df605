import { Alert, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { t } from "../text/text.ts";
import { CopyText } from "./copy-text.tsx";

/** The command that makes a program a collector, a probe or an agent of this server, with its token, this once. */
export function EnrolCommand({
  part,
  token,
  once,
}: {
  part: "collector" | "probe" | "agent";
  token: string;
  /** That it is shown once, and how long and how often it works. */
  once: string;
}) {
  // Where the browser reached the server is where other machines reach it, as far as anybody knows.
  const server = document.baseURI.replace(/\/$/, "");
  return (
    <Stack gap="xs">
      <CopyText
        text={`vedette ${part} --server ${server} --token ${token}`}
        label={t("collectors.command")}
      />
      <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} p="xs">
        {once}
      </Alert>
    </Stack>
  );
}
