import { ScanRefused } from "#engines/scan-types";
import { addressesOf, type AddressRange, parseAddressRange } from "#lib/address-ranges";
import { parseTargets, selectAddresses } from "./parse-targets.ts";

const lookUpsAtOnce = 20;

/** What a scan goes over. */
export interface TargetPlan {
  readonly ranges: readonly AddressRange[];
  readonly count: number;
  /** The host names that an address was given by. */
  readonly namesOf: ReadonlyMap<string, readonly string[]>;
  /** Addresses that somebody named one by one: they are believed to be there, even when they do not answer a ping. */
  readonly named: ReadonlySet<string>;
  /** A sentence about host names that did not resolve; `null`: all did. */
  readonly unresolved: string | null;
}

/**
 * Reads the targets and looks their host names up; a name stands for the one address that a client would use.
 *
 * @param lookUp rejects with the reason when a name does not resolve
 * @throws ScanRefused when a target or an exclusion cannot be understood, or nothing or too much is left
 */
export async function planTargets(
  spec: { readonly targets: readonly string[]; readonly exclude: readonly string[] },
  lookUp: (name: string) => Promise<string>,
): Promise<TargetPlan> {
  const { ranges, excluded, single, hostNames } = parseTargets(spec.targets, spec.exclude);
  const namesOf = new Map<string, string[]>();
  const failures: string[] = [];
  const resolved: AddressRange[] = [];
  const names = hostNames.values(); // shared: each worker takes the next name
  const worker = async (): Promise<void> => {
    for (const name of names) {
      const address = await lookUp(name).catch((error: unknown) => {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      });
      const range = address === null ? null : parseAddressRange(address);
      if (address === null || range === null) continue;
      resolved.push(range);
      namesOf.set(address, [...(namesOf.get(address) ?? []), name]);
    }
  };
  await Promise.all(Array.from({ length: lookUpsAtOnce }, worker));
  const unresolved = failures.length === 0 ? null : sentence(failures);
  if (unresolved !== null && ranges.length + resolved.length === 0) {
    throw new ScanRefused(unresolved);
  }
  const named = new Set([...addressesOf(single), ...namesOf.keys()]);
  return { ...selectAddresses([...ranges, ...resolved], excluded), namesOf, named, unresolved };
}

function sentence(failures: readonly string[]): string {
  const shown = failures.toSorted().slice(0, 3).join("; ");
  const more = failures.length > 3 ? `; and ${failures.length - 3} more` : "";
  return `${failures.length === 1 ? "a target" : `${failures.length} targets`} did not resolve: ${shown}${more}`;
}
