export type { Settings, SplitSettings } from "./secrets.ts";
export { openSettings, sealSecrets, splitSettings } from "./secrets.ts";
