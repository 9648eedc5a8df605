import { Group, SimpleGrid, Skeleton, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBug,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconFlame,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ExposureOverview, MonitorOverview } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { formatNumber, plural, t } from "../../text/text.ts";
import styles from "./overview.module.css";
import { isLookedInto, isWatched } from "./what-is-known.ts";

interface Tile {
  icon: typeof IconBug;
  name: string;
  /** `undefined`: not read yet. */
  count: number | undefined;
  note?: string | undefined;
  /** Whether a 0 says that all is well, or only that nobody has looked. */
  isKnown: boolean;
  href: string;
  search: Record<string, string>;
}

/** The four figures that say whether there is something to do. Each leads to what it counts. */
export function Tiles({
  monitor,
  exposure,
}: {
  monitor: MonitorOverview | undefined;
  exposure: ExposureOverview | undefined;
}) {
  const { name } = useTenant();
  const open = exposure?.findings.open;
  const watched = monitor === undefined || isWatched(monitor);
  const lookedInto = exposure === undefined || isLookedInto(exposure);
  const unacknowledged = monitor?.incidents.unacknowledged;
  const tiles: readonly Tile[] = [
    {
      icon: IconCircleX,
      name: t("overview.sensorsDown"),
      count: monitor?.sensors.down,
      isKnown: watched,
      href: paths.sensors(name),
      search: { status: "down" },
    },
    {
      icon: IconAlertTriangle,
      name: t("overview.incidentsOpen"),
      count: monitor?.incidents.open,
      isKnown: watched,
      note:
        unacknowledged === undefined || unacknowledged === 0
          ? undefined
          : plural("overview.unacknowledged", unacknowledged),
      href: paths.incidents(name),
      search: { state: "open" },
    },
    {
      icon: IconBug,
      name: t("overview.findingsBad"),
      count: open === undefined ? undefined : open.CRITICAL + open.HIGH,
      isKnown: lookedInto,
      href: paths.findings(name),
      search: { severity: "CRITICAL,HIGH" },
    },
    {
      icon: IconFlame,
      name: t("overview.findingsExploited"),
      count: exposure?.findings.kev,
      isKnown: lookedInto,
      href: paths.findings(name),
      search: { kev: "yes" },
    },
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {tiles.map((tile) => (
        <TileLink key={tile.name} tile={tile} />
      ))}
    </SimpleGrid>
  );
}

function TileLink({ tile }: { tile: Tile }) {
  const { name, count, note, isKnown, href, search } = tile;
  const quietIcon = isKnown ? IconCircleCheck : IconCircleDashed;
  const Icon = count === 0 ? quietIcon : tile.icon;
  return (
    <Link to={href} search={search} className={styles["tile"] ?? ""}>
      <Text component="span" size="sm" c="dimmed">
        {name}
      </Text>
      {count === undefined ? (
        <Skeleton component="span" height={30} width={48} />
      ) : (
        <Group
          component="span"
          gap={8}
          wrap="nowrap"
          className={styles["count"]}
          data-bad={count > 0}
          data-known={isKnown || count > 0}
        >
          <Icon size={22} stroke={1.8} aria-hidden />
          {formatNumber(count)}
        </Group>
      )}
      {note !== undefined && (
        <Text component="span" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Link>
  );
}
