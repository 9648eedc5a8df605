import { IconActivityHeartbeat, IconServer } from "@tabler/icons-react";
import { useDebouncedValue } from "@mantine/hooks";
import { useApi } from "../api/hooks.ts";
import { t } from "../text/text.ts";
import { type NavigationItem, navigationOf } from "./navigation.ts";
import { paths } from "./paths.ts";
import { useTenant } from "./tenant.ts";

/** Somewhere to go. */
export interface Place {
  label: string;
  /** What it is: a page, a sensor. */
  kind: string;
  href: string;
  icon: NavigationItem["icon"];
}

const maxOfKind = 6;

/** The server is asked once the typing pauses. */
const pauseMs = 150;

/**
 * The pages whose name holds the text, at once; then the things that the server finds. What it found for another text is
 * not shown: Enter would lead there.
 */
export function usePlaces(text: string): Place[] {
  const tenant = useTenant();
  const [asked] = useDebouncedValue(text, pauseMs);
  const options = { enabled: asked !== "" };
  const query = { q: asked, limit: maxOfKind };
  const sensors = useApi("listSensorRows", { query }, options);
  const assets = useApi("listAssetRows", { query }, options);
  const wanted = text.toLowerCase();
  const pages = navigationOf(tenant).flatMap(({ label, items }) =>
    items
      .filter((item) => item.external !== true && item.label.toLowerCase().includes(wanted))
      .map((item) => ({ ...item, kind: label ?? "" })),
  );
  const answered = asked === text && text !== "";
  const foundBy = <Item>(query: {
    data?: { items: Item[] } | undefined;
    isPlaceholderData: boolean;
  }) => (answered && !query.isPlaceholderData ? (query.data?.items ?? []) : []);
  return [
    ...pages,
    ...foundBy(sensors).map(({ id, name }) => ({
      label: name,
      kind: t("quick.sensor"),
      href: paths.sensor(tenant.name, id),
      icon: IconActivityHeartbeat,
    })),
    ...foundBy(assets).map(({ id, name }) => ({
      label: name,
      kind: t("quick.asset"),
      href: paths.asset(tenant.name, id),
      icon: IconServer,
    })),
  ];
}
