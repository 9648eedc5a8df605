import { Alert, Button, Stack, Tabs, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { CopyText } from "../../kit/copy-text.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { plural, t } from "../../text/text.ts";

/** How a host becomes an agent: tried at once, or as a service. The token is shown this once. */
export function AgentInstall({
  token,
  uses,
  onClose,
}: {
  token: string;
  uses: number;
  onClose: () => void;
}) {
  // Where the browser reached the server is where hosts reach it, as far as anybody knows.
  const server = document.baseURI.replace(/\/$/, "");
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} p="xs">
        {plural("agents.tokenOnce", uses)}
      </Alert>
      <Text size="sm">{t("agents.installText")}</Text>
      <Tabs defaultValue="now">
        <Tabs.List mb="sm">
          <Tabs.Tab value="now">{t("agents.installNow")}</Tabs.Tab>
          <Tabs.Tab value="service">{t("agents.installService")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="now">
          <CopyText
            text={`AGENT_TOKEN=${token} vedette agent --server ${server} --data-dir /var/lib/vedette-agent`}
            label={t("agents.command")}
          />
        </Tabs.Panel>
        <Tabs.Panel value="service">
          <Stack gap="sm">
            <Text size="sm">{t("agents.serviceText")}</Text>
            <CopyText text={unitOf(server)} label={t("agents.unit")} />
            <CopyText text={stepsOf(token)} label={t("agents.steps")} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
      <FormFooter>
        <Button onClick={onClose}>{t("parts.done")}</Button>
      </FormFooter>
    </Stack>
  );
}

/** As docs/agents.md has it and says why. */
function unitOf(server: string): string {
  return `# /etc/systemd/system/vedette-agent.service
[Unit]
Description=Vedette agent
Wants=network-online.target
After=network-online.target

[Service]
EnvironmentFile=-/etc/vedette-agent.env
ExecStart=/opt/vedette/vedette agent --server ${server} --data-dir /var/lib/vedette-agent
User=vedette-agent
AmbientCapabilities=CAP_DAC_READ_SEARCH CAP_SYS_PTRACE
CapabilityBoundingSet=CAP_DAC_READ_SEARCH CAP_SYS_PTRACE
NoNewPrivileges=yes
StateDirectory=vedette-agent
StateDirectoryMode=0700
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictSUIDSGID=yes
RestrictRealtime=yes
LockPersonality=yes
SystemCallArchitectures=native
UMask=0077
OOMPolicy=continue
Restart=on-failure
RestartSec=30

[Install]
WantedBy=multi-user.target`;
}

function stepsOf(token: string): string {
  return `useradd --system --home-dir /var/lib/vedette-agent --shell /usr/sbin/nologin vedette-agent
install -m 600 /dev/null /etc/vedette-agent.env
echo 'AGENT_TOKEN=${token}' > /etc/vedette-agent.env
systemctl daemon-reload
systemctl enable --now vedette-agent`;
}
