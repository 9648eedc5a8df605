import { IconActivityHeartbeat } from "@tabler/icons-react";
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

/** The pages whose name holds the text, then the things that the server finds. */
export function usePlaces(text: string): Place[] {
  const tenant = useTenant();
  const options = { enabled: text !== "" };
  const query = { q: text, limit: maxOfKind };
  const sensors = useApi("listSensorRows", { query }, options);
  const wanted = text.toLowerCase();
  const pages = navigationOf(tenant).flatMap(({ label, items }) =>
    items
      .filter((item) => item.external !== true && item.label.toLowerCase().includes(wanted))
      .map((item) => ({ ...item, kind: label ?? "" })),
  );
  if (text === "") return pages;
  const found = (sensors.data?.items ?? []).map(({ id, name }) => ({
    label: name,
    kind: t("quick.sensor"),
    href: paths.sensor(tenant.name, id),
    icon: IconActivityHeartbeat,
  }));
  return [...pages, ...found];
}
