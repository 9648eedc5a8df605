import type { HostOutcome } from "#engines/scan-types";
import { type Queryable, statement } from "#platform/db";

/** What became of one host of a run. */
export interface RunHost {
  runId: string;
  address: string;
  outcome: HostOutcome;
  reason: string | null;
  assetId: string | null;
  /** Ports that were really looked at, as ranges; `null`: none. */
  tcpPorts: string | null;
  udpPorts: string | null;
  /** Open ports whose service was not identified to the end: `tcp/443`. */
  unsettledPorts: readonly string[];
  /** What its clients may call it; empty: not known. */
  expectedNames: readonly string[];
  /** When its findings were saved. */
  takenAt: number;
  finishedAt: number;
}

/** A host of a run in one text, the address as it was given. */
export function runHostKey({ runId, address }: { runId: string; address: string }): string {
  return `${runId} ${address}`;
}

/**
 * Adds hosts; what is there already stays as it is, and of a host that comes twice the first one counts. A run that gets on
 * this way was not handed out in vain.
 *
 * @returns the keys (`runHostKey`) of those that are new.
 */
export async function insertRunHosts(
  tx: Queryable,
  tenantId: string,
  hosts: readonly RunHost[],
): Promise<Set<string>> {
  if (hosts.length === 0) return new Set();
  const inserted = await tx.run(insertStatement, [
    tenantId,
    hosts.map(({ runId }) => runId),
    hosts.map(({ address }) => address),
    hosts.map(({ outcome }) => outcome),
    hosts.map(({ reason }) => reason),
    hosts.map(({ assetId }) => assetId),
    hosts.map(({ tcpPorts }) => tcpPorts),
    hosts.map(({ udpPorts }) => udpPorts),
    hosts.map(({ unsettledPorts }) => JSON.stringify(unsettledPorts)),
    hosts.map(({ expectedNames }) => JSON.stringify(expectedNames)),
    hosts.map(({ takenAt }) => takenAt),
    hosts.map(({ finishedAt }) => finishedAt),
  ]);
  // By position: PostgreSQL writes an IPv6 address in its own way.
  return new Set(
    inserted.flatMap(({ position }) => {
      const host = hosts[position - 1];
      return host === undefined ? [] : [runHostKey(host)];
    }),
  );
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    runIds: readonly string[],
    addresses: readonly string[],
    outcomes: readonly string[],
    reasons: readonly (string | null)[],
    assetIds: readonly (string | null)[],
    tcpPorts: readonly (string | null)[],
    udpPorts: readonly (string | null)[],
    unsettledPorts: readonly string[],
    expectedNames: readonly string[],
    takenAts: readonly number[],
    finishedAts: readonly number[],
  ],
  { position: number }
>(
  "scan-run-hosts.insert",
  `with given as (
     select distinct on (run_id, address) *
     from unnest($2::uuid[], $3::inet[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::bigint[], $12::bigint[]) with ordinality
       as g (run_id, address, outcome, reason, asset_id, tcp_ports, udp_ports, unsettled, names, taken_at, finished_at,
         position)
     order by run_id, address, position
   ), inserted as (
     insert into scan_run_hosts (tenant_id, run_id, address, outcome, reason, asset_id, tcp_ports, udp_ports,
       unsettled_ports, expected_names, taken_at, finished_at)
     select $1, run_id, address, outcome, reason, asset_id, tcp_ports, udp_ports,
       array(select jsonb_array_elements_text(unsettled::jsonb)), array(select jsonb_array_elements_text(names::jsonb)),
       taken_at, finished_at
     from given
     on conflict (tenant_id, run_id, address) do nothing
     returning run_id, address
   ), got_on as (
     update scan_runs set attempts_in_vain = 0
     where tenant_id = $1 and attempts_in_vain > 0 and id in (select run_id from inserted)
   )
   select position from given join inserted using (run_id, address)`,
);

/** All hosts of a run that are known so far, by address. */
export async function listRunHosts(
  db: Queryable,
  tenantId: string,
  runId: string,
): Promise<RunHost[]> {
  return db.run(listStatement, [tenantId, runId]);
}

const listStatement = statement<readonly [tenantId: string, runId: string], RunHost>(
  "scan-run-hosts.list",
  `select run_id as "runId", host(address) as address, outcome, reason, asset_id as "assetId",
     tcp_ports as "tcpPorts", udp_ports as "udpPorts", unsettled_ports as "unsettledPorts",
     expected_names as "expectedNames", taken_at as "takenAt", finished_at as "finishedAt"
   from scan_run_hosts h where tenant_id = $1 and run_id = $2 order by h.address`,
);

/** Addresses of a run that need no second look. */
export async function listDoneAddresses(
  db: Queryable,
  tenantId: string,
  runId: string,
): Promise<string[]> {
  const rows = await db.run(doneStatement, [tenantId, runId]);
  return rows.map(({ address }) => address);
}

const doneStatement = statement<readonly [tenantId: string, runId: string], { address: string }>(
  "scan-run-hosts.done",
  `select host(address) as address from scan_run_hosts h where tenant_id = $1 and run_id = $2 order by h.address`,
);
