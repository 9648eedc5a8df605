import manifest from "../../package.json" with { type: "json" };

/** This program's version, such as `0.1.0`. */
export const version: string = manifest.version;
