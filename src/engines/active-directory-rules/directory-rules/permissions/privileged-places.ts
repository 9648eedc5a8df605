import { type DnKey, type Domain, privilegesOf, rids, sidIn } from "#engines/active-directory";

/** Why a unit matters. */
export type Place = "domain_controllers" | "privileged";

const placesOf = new WeakMap<Domain, Map<DnKey, Place>>();

/**
 * The keys of all that lies above domain controllers, and above privileged accounts and groups: who controls one of them can
 * reach what is below. Worked out once for each domain.
 */
export function privilegedPlaces(domain: Domain): Map<DnKey, Place> {
  const known = placesOf.get(domain);
  if (known !== undefined) return known;
  const { accounts, groups, domainControllers } = privilegesOf(domain);
  const krbtgt = domain.accounts.filter(({ sid }) => sid === sidIn(domain, rids.krbtgt));
  const places = new Map<DnKey, Place>();
  for (const { key } of [...accounts, ...groups, ...krbtgt]) {
    for (const above of keysAbove(key)) places.set(above, "privileged");
  }
  for (const { key } of domainControllers) {
    for (const above of keysAbove(key)) places.set(above, "domain_controllers");
  }
  placesOf.set(domain, places);
  return places;
}

/** From the next one up to the last part. A comma behind a backslash belongs to a name. */
function* keysAbove(key: DnKey): Generator<DnKey> {
  for (let at = 0; at < key.length; at++) {
    if (key[at] === "\\") at++;
    else if (key[at] === ",") yield key.slice(at + 1);
  }
}
