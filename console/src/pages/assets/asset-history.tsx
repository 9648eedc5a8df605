import { Text, Timeline } from "@mantine/core";
import { IconArrowsExchange, IconEye, IconPlus } from "@tabler/icons-react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";

const icons = { made: IconPlus, recognised: IconEye, lost_address: IconArrowsExchange } as const;

/** Why a host is the one that it is: when it was made, recognised anew, lost its address. */
export function AssetHistory({ assetId }: { assetId: string }) {
  const events = useApi("listAssetEvents", { path: { id: assetId } });
  useLiveRefresh(["assets"], ["listAssetEvents"]);
  return (
    <Loaded query={events}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm">{t("assets.historyNone")}</Text>
        ) : (
          <Timeline bulletSize={24} lineWidth={2}>
            {items.map(({ id, at, kind, text }) => {
              const known = kind === "made" || kind === "lost_address" ? kind : "recognised";
              const Icon = icons[known];
              return (
                <Timeline.Item
                  key={id}
                  bullet={<Icon size={14} aria-hidden />}
                  title={t(`assets.event.${known}`)}
                >
                  <Text size="sm">{text}</Text>
                  <Text size="xs" c="dimmed">
                    <Time at={at} exact />
                  </Text>
                </Timeline.Item>
              );
            })}
          </Timeline>
        )
      }
    </Loaded>
  );
}
