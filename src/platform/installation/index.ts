export type { Installation, Opening, Place } from "./open-installation.ts";
export { openInstallation } from "./open-installation.ts";
