/** Codenames of Debian's releases by number, oldest first. Source: www.debian.org/releases. */
export const debianReleases: Readonly<Record<string, string>> = {
  "7": "wheezy",
  "8": "jessie",
  "9": "stretch",
  "10": "buster",
  "11": "bullseye",
  "12": "bookworm",
  "13": "trixie",
  "14": "forky",
  "15": "duke",
};
