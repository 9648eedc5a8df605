import { type PlacedProblem, danglingProblem, findDuplicates } from "#platform/declarations";
import type { DeclaredNames, Reference } from "./declared-names.ts";

/** What the installation has already, and will still have afterwards: not what `--prune` deletes. */
export interface KnownNames {
  /** Also those that the files declare. */
  companies: ReadonlySet<string>;
  collectors: ReadonlySet<string>;
  /** Each declared sensor and its parent. */
  sensors: ReadonlyMap<string, string | null>;
}

/** Finds names that are declared twice, refer to nothing, or make a sensor its own ancestor. */
export function checkNames(names: DeclaredNames, known: KnownNames): PlacedProblem[] {
  return [
    ...(["collectors", "sensors", "maintenance"] as const).flatMap((list) =>
      findDuplicates(names[list]),
    ),
    ...findDangling(names, known),
    ...findCycles(names, known),
  ];
}

const listOf = { company: "companies", collector: "collectors", sensor: "sensors" } as const;

function findDangling(names: DeclaredNames, known: KnownNames): PlacedProblem[] {
  const declared = {
    company: known.companies,
    collector: new Set(names.collectors.map(({ name }) => name)),
    sensor: new Set(names.sensors.map(({ name }) => name)),
  };
  return names.references
    .filter(({ to, name }) => !declared[to].has(name) && !known[listOf[to]].has(name))
    .map((reference) => danglingProblem(reference.to, listOf[reference.to], reference));
}

/** Follows each sensor's parents once; a way that comes back to itself is reported where it closes. */
function findCycles(names: DeclaredNames, known: KnownNames): PlacedProblem[] {
  const links = new Map<string, Reference>();
  for (const link of names.references) if (link.childName !== null) links.set(link.childName, link);
  const declared = new Set(names.sensors.map(({ name }) => name));
  const parentOf = (name: string): string | null => {
    const link = links.get(name);
    if (link !== undefined) return link.name;
    return declared.has(name) ? null : (known.sensors.get(name) ?? null);
  };
  const settled = new Set<string>();
  const problems: PlacedProblem[] = [];
  for (const start of links.keys()) {
    const way: string[] = [];
    const onWay = new Set<string>();
    let name: string | null = start;
    while (name !== null && !settled.has(name) && !onWay.has(name)) {
      way.push(name);
      onWay.add(name);
      name = parentOf(name);
    }
    if (name !== null && onWay.has(name)) {
      const circle = way.slice(way.indexOf(name));
      const path = circle.map((each) => links.get(each)?.place()).find((at) => at !== undefined);
      if (path !== undefined) problems.push({ path, message: circleSentence(circle) });
    }
    for (const each of way) settled.add(each);
  }
  return problems;
}

function circleSentence(circle: readonly string[]): string {
  if (circle.length === 1) return "a sensor cannot be its own parent";
  const shown = [...circle.slice(0, 5), ...(circle.length > 5 ? ["…"] : []), circle[0]];
  return `these sensors are each other's parents in a circle: ${shown.join(" → ")}`;
}
