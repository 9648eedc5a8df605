import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { operationUrl } from "../../api/client.ts";
import { useTenant } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";

const formats = ["csv", "jsonl", "sarif", "vex"] as const;

/** Takes along, as a file, all findings that match. */
export function ExportMenu({ query }: { query: object }) {
  const { id: tenantId } = useTenant();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t("findings.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("findings.export.hint")}</Menu.Label>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            component="a"
            download
            href={operationUrl("exportFindings", {
              path: { tenantId },
              query: { ...query, format },
            })}
          >
            {t(`findings.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
