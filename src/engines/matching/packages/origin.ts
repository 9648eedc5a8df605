/*
 * Whether a package was built by the distribution: its revision tells. Other builders (nginx.org, PostgreSQL's and
 * NodeSource's archives, …) take a source package's name and number on from there, so that the distribution's fixes say
 * nothing of theirs.
 */
import type { PackageFacts } from "#engines/inventory-types";
import { debianCodename } from "../products/debian-releases.ts";
import { splitDpkg } from "../versions/dpkg.ts";
import type { HostDistribution } from "./distribution.ts";

/**
 * Words that Debian's own revisions are made of. Sources: Debian Policy 3.2.2 (`~`), Developer's Reference 5.8.5.4
 * (`+debNuM`), 5.11.2 (`+nmuN`), 5.10.2.1 (`+bN`); backports.debian.org (`~bpoN+M`).
 */
const debianWords = "deb|u|b|bpo|nmu|exp|really|rc|pre|dfsg|ds|f|git|squeeze|lenny|etch";
const byDebian = new RegExp(`^(?:[\\d.+~]|(?<![a-z])(?:${debianWords})(?![a-z]))*$`);
/** Of Ubuntu's, besides. Source: wiki.ubuntu.com/SecurityTeam/UpdatePreparation, "Update the packaging". */
const byUbuntu = new RegExp(
  `^(?:[\\d.+~]|(?<![a-z])(?:${debianWords}|ubuntu|build|esm|hwe|fips)(?![a-z]))*$`,
);
/** Without a revision the whole version is the project's, but for what the archive of MariaDB puts behind it. */
const foreignTail = /\+maria~/;
/** The distribution's mark, a point release, and what rebuilds put behind: `.el9_4.2`, `.el9.alma.1`, `.module_el8.9.0+3729+9b5fe8a4`. */
const byRedHat =
  /\.el\d+(?:_\d+)?(?:\.\d+)*(?:\.(?:alma|rocky|centos|openela)[\w.]*)?$|\.module[_+]el\d[\w.+]*$/;

/** `12` of `+deb12u3`: Debian's own mark of the release that it was built for. */
const debianStamp = /[+~]deb(\d+)u\d+/;
/** `22.04` of `-0ubuntu0.22.04.1` and `~22.04.2`. */
const ubuntuStamp = /(?:ubuntu\d+[.~]|[+~])(\d\d\.(?:04|10))(?=[.~]|$)/;

/** The release whose package this is, `null` for one that rolls; or why it cannot be judged, to be said of many packages at once. */
export function originOf(
  { sourceVersion, version }: PackageFacts,
  { distribution, release, name, derived }: HostDistribution,
): { release: string | null } | string {
  const foreign = `Not built by ${name}: its advisories say nothing of other builders' packages.`;
  const unproven = `Built by ${name} or somebody else: only what bears the mark of a release of ${distribution === "ubuntu" ? "Ubuntu" : "Debian"} is judged.`;
  switch (distribution) {
    case "debian": {
      if (!isBy(byDebian, sourceVersion)) return derived ? unproven : foreign;
      const stamp = debianStamp.exec(sourceVersion)?.[1];
      if (!derived) return { release };
      const proven = stamp === undefined ? null : debianCodename(stamp);
      return proven === null ? unproven : { release: proven };
    }
    case "ubuntu": {
      if (!isBy(byUbuntu, sourceVersion)) return derived ? unproven : foreign;
      if (!derived) return { release };
      const stamp = ubuntuStamp.exec(sourceVersion)?.[1];
      return stamp === undefined ? unproven : { release: stamp };
    }
    case "rhel":
      return byRedHat.test(version) ? { release } : foreign;
    case "alpine":
    case "other":
      return { release };
  }
}

function isBy(words: RegExp, version: string): boolean {
  const { revision } = splitDpkg(version);
  return revision === null ? !foreignTail.test(version) : words.test(revision);
}
