import { Notifications } from "@mantine/notifications";

/** Where notices appear. Those that come before it is loaded wait for it. */
export function Notices() {
  return <Notifications position="bottom-right" />;
}
