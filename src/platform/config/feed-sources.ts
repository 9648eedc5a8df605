import { Problem } from "#platform/errors";

/** Where the feeds are downloaded from. */
export interface FeedSources {
  /** With `{part}`, which stands for a year or `modified`; `{Part}`: the same, `Modified`. */
  nvd: string;
  kev: string;
  epss: string;
  /** The tracker, and others of the same shape that add releases. */
  debian: readonly string[];
  /** With `{ecosystem}`. */
  osv: string;
  osvEcosystems: readonly string[];
}

/** The addresses that their publishers give (2026). */
const defaults = {
  VEDETTE_FEED_NVD_URL: "https://nvd.nist.gov/feeds/json/cve/2.0/nvdcve-2.0-{part}.json.gz",
  VEDETTE_FEED_KEV_URL:
    "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json",
  VEDETTE_FEED_EPSS_URL: "https://epss.empiricalsecurity.com/epss_scores-current.csv.gz",
  VEDETTE_FEED_DEBIAN_URL: "https://security-tracker.debian.org/tracker/data/json",
  VEDETTE_FEED_OSV_URL: "https://osv-vulnerabilities.storage.googleapis.com/{ecosystem}/all.zip",
} as const;
const ecosystemsSetting = "VEDETTE_FEED_OSV_ECOSYSTEMS";
/** Distributions that a banner gives away and that are not in a tracker of their own. */
const defaultEcosystems = "Debian,Ubuntu";

export const feedSettings: readonly string[] = [...Object.keys(defaults), ecosystemsSetting];

type Env = Readonly<Record<string, string | undefined>>;

/** Reads `VEDETTE_FEED_*`. @throws Problem naming the variable, its value and what it may be. */
export function readFeedSources(env: Env): FeedSources {
  return {
    nvd: address(env, "VEDETTE_FEED_NVD_URL", /\{part\}/i),
    kev: address(env, "VEDETTE_FEED_KEV_URL"),
    epss: address(env, "VEDETTE_FEED_EPSS_URL"),
    debian: (env["VEDETTE_FEED_DEBIAN_URL"] || defaults.VEDETTE_FEED_DEBIAN_URL)
      .split(/[\s,]+/)
      .filter((each) => each !== "")
      .map((each) => checked("VEDETTE_FEED_DEBIAN_URL", each)),
    osv: address(env, "VEDETTE_FEED_OSV_URL", /\{ecosystem\}/),
    osvEcosystems: (env[ecosystemsSetting] || defaultEcosystems)
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  };
}

function address(env: Env, name: keyof typeof defaults, mustHold?: RegExp): string {
  return checked(name, env[name] || defaults[name], mustHold);
}

function checked(name: keyof typeof defaults, value: string, mustHold?: RegExp): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new Problem("invalid_request", `${name}=${value}: it must be an http or https address.`);
  }
  if (new URL(value).password !== "" || new URL(value).username !== "") {
    throw new Problem("invalid_request", `${name}: it must not hold a user or password.`);
  }
  if (mustHold !== undefined && !mustHold.test(value)) {
    const [placeholder] = /\{\w+\}/.exec(defaults[name]) ?? [""];
    throw new Problem(
      "invalid_request",
      `${name}=${value}: it must hold ${placeholder}, as ${defaults[name]} does.`,
    );
  }
  return value;
}
