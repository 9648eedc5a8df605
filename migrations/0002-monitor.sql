-- The monitoring service. All times are Unix epoch milliseconds (bigint).

create table collectors (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  -- One of the processes that `vedette serve` starts itself; one row for each tenant.
  embedded boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'active', 'revoked')),
  enrolment_token_hash bytea,
  enrolment_expires_at bigint,
  credential_hash bytea,
  version text,
  hostname text,
  last_seen_at bigint,
  -- What the collector last said of itself: lag, rate, spool.
  health jsonb,
  -- Counts the changes of this collector's assignment. Whoever changes one of its sensors takes the row's lock by
  -- counting up, so that a collector that asks "since N" can miss nothing that commits late.
  assignment_revision bigint not null default 0,
  target_allow text[] not null default '{}',
  target_deny text[] not null default '{}',
  open_incident_id uuid,
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select vedette_protect('collectors');
create index collectors_by_credential on collectors (credential_hash) where credential_hash is not null;
create index collectors_by_token on collectors (enrolment_token_hash) where enrolment_token_hash is not null;

create table sensors (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  -- The name under which a configuration file declares the sensor. It stays when the API renames the sensor, so that
  -- the file still finds it.
  declared_as text,
  type text not null check (type in ('snmp', 'icmp', 'http', 'tls', 'tcp')),
  target text not null,
  enabled boolean not null default true,
  interval_sec integer not null check (interval_sec between 1 and 86400),
  failures_before_down smallint not null default 3 check (failures_before_down between 1 and 10),
  successes_before_up smallint not null default 2 check (successes_before_up between 1 and 10),
  company_id uuid,
  collector_id uuid not null,
  parent_id uuid,
  tags text[] not null default '{}',
  -- The type's settings without credentials; those are sealed.
  settings jsonb not null default '{}',
  sealed_secrets bytea,
  -- snmp only: interface names and host aspects as declared.
  interfaces text[] not null default '{}',
  host text[] not null default '{}',
  assignment_revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, declared_as),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, collector_id) references collectors (tenant_id, id),
  foreign key (tenant_id, parent_id) references sensors (tenant_id, id)
);
select vedette_protect('sensors');
create index sensors_by_company on sensors (tenant_id, company_id, id);
create index sensors_by_assignment on sensors (tenant_id, collector_id, assignment_revision);
create index sensors_by_parent on sensors (tenant_id, parent_id) where parent_id is not null;

-- Sensors that a collector no longer polls: deleted, disabled or moved.
create table collector_removals (
  tenant_id uuid not null,
  collector_id uuid not null,
  sensor_id uuid not null,
  assignment_revision bigint not null,
  primary key (tenant_id, collector_id, sensor_id),
  foreign key (tenant_id, collector_id) references collectors (tenant_id, id)
);
select vedette_protect('collector_removals');

-- The current opinion of a sensor, one row each, updated by every check: narrow, and indexed on nothing that changes
-- often, so that updates stay within the page (heap-only tuples).
create table sensor_states (
  tenant_id uuid not null,
  sensor_id uuid not null,
  state text check (state in ('up', 'down')),
  state_since bigint,
  last_checked_at bigint,
  latency_ms double precision,
  http_status integer,
  cert_days_left integer,
  loss_percent real,
  jitter_ms real,
  detail jsonb,
  cause text,
  cause_code text,
  failures integer not null default 0,
  first_failure_at bigint,
  successes integer not null default 0,
  first_success_at bigint,
  -- Bit 0 is the newest: did result n differ from result n - 1? The last 20.
  change_bits integer not null default 0,
  last_ok boolean,
  flapping boolean not null default false,
  open_incident_id uuid,
  -- Why a sensor that is down has no incident now, in words; null when it has one or needs none.
  held_because text,
  primary key (tenant_id, sensor_id),
  foreign key (tenant_id, sensor_id) references sensors (tenant_id, id) on delete cascade
) with (fillfactor = 60);
select vedette_protect('sensor_states');
create index sensor_states_without_incident on sensor_states (tenant_id, sensor_id)
  where state = 'down' and open_incident_id is null;

-- What an SNMP sensor monitors besides reachability, and what was last read: the billable parts.
create table sensor_parts (
  tenant_id uuid not null,
  sensor_id uuid not null,
  kind text not null check (kind in ('interface', 'cpu', 'memory', 'storage', 'uptime')),
  name text not null,
  -- False: a storage volume that the device offered and `storage` takes in.
  declared boolean not null,
  read_at bigint,
  facts jsonb,
  primary key (tenant_id, sensor_id, kind, name),
  foreign key (tenant_id, sensor_id) references sensors (tenant_id, id) on delete cascade
) with (fillfactor = 70);
select vedette_protect('sensor_parts');

create table incidents (
  tenant_id uuid not null,
  id uuid not null,
  -- A sensor that is down, or a collector that is silent.
  kind text not null check (kind in ('sensor', 'collector')),
  subject_id uuid not null,
  -- The subject's name when it opened; the list shows the current one while the subject exists.
  subject_name text not null,
  cause text not null,
  opened_at bigint not null,
  closed_at bigint check (closed_at >= opened_at),
  acknowledged_at bigint,
  acknowledged_by text,
  flapping boolean not null default false,
  -- Found in results that arrived late: it pages nobody.
  backfilled boolean not null default false,
  primary key (tenant_id, id)
);
select vedette_protect('incidents');
create unique index incidents_one_open_for_a_subject on incidents (tenant_id, subject_id) where closed_at is null;
create index incidents_newest_first on incidents (tenant_id, opened_at desc, id);
create index incidents_open_newest_first on incidents (tenant_id, opened_at desc, id) where closed_at is null;
create index incidents_of_subject on incidents (tenant_id, subject_id, opened_at desc);

create table incident_events (
  tenant_id uuid not null,
  incident_id uuid not null,
  id uuid not null,
  at bigint not null,
  kind text not null,
  text text not null,
  primary key (tenant_id, incident_id, id),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id)
);
select vedette_protect('incident_events');

create table maintenance_windows (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  -- Once: starts_at and ends_at. Recurring: five-field cron in an IANA time zone, and how long each lasts.
  starts_at bigint,
  ends_at bigint check (ends_at > starts_at),
  cron text,
  time_zone text not null default 'UTC',
  duration_min integer check (duration_min between 1 and 10080),
  -- What it covers: any of these. All empty: the whole tenant.
  sensor_ids uuid[] not null default '{}',
  tags text[] not null default '{}',
  company_ids uuid[] not null default '{}',
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((starts_at is not null and ends_at is not null and cron is null and duration_min is null)
      or (starts_at is null and ends_at is null and cron is not null and duration_min is not null))
);
select vedette_protect('maintenance_windows');

-- History. Raw tables and their rollups are partitioned by time; old data leaves by dropping partitions.
create table check_results (
  tenant_id uuid not null,
  sensor_id uuid not null,
  at bigint not null,
  -- Null: the collector's own uplink was broken, nothing was learnt about the target.
  ok boolean,
  latency_ms real,
  http_status smallint,
  loss_percent real,
  jitter_ms real,
  cause text,
  cause_code text,
  primary key (tenant_id, sensor_id, at)
) partition by range (at);
select vedette_protect('check_results');

create table interface_samples (
  tenant_id uuid not null,
  sensor_id uuid not null,
  name text not null,
  at bigint not null,
  oper_up boolean,
  in_bps double precision,
  out_bps double precision,
  errors_per_sec real,
  discards_per_sec real,
  utilisation_percent real,
  primary key (tenant_id, sensor_id, name, at)
) partition by range (at);
select vedette_protect('interface_samples');

create table host_samples (
  tenant_id uuid not null,
  sensor_id uuid not null,
  aspect text not null,
  name text not null,
  at bigint not null,
  percent real,
  used double precision,
  primary key (tenant_id, sensor_id, aspect, name, at)
) partition by range (at);
select vedette_protect('host_samples');

create table check_rollups_5m (
  tenant_id uuid not null,
  sensor_id uuid not null,
  at bigint not null,
  checks integer not null,
  failed integer not null,
  latency_min real,
  latency_mean real,
  latency_max real,
  latency_p95 real,
  loss_mean real,
  primary key (tenant_id, sensor_id, at)
) partition by range (at);
create table check_rollups_1h (like check_rollups_5m including all) partition by range (at);
create table interface_rollups_5m (
  tenant_id uuid not null,
  sensor_id uuid not null,
  name text not null,
  at bigint not null,
  in_bps_mean double precision,
  in_bps_max double precision,
  in_bps_p95 double precision,
  out_bps_mean double precision,
  out_bps_max double precision,
  out_bps_p95 double precision,
  errors_per_sec_mean real,
  discards_per_sec_mean real,
  primary key (tenant_id, sensor_id, name, at)
) partition by range (at);
create table interface_rollups_1h (like interface_rollups_5m including all) partition by range (at);
create table host_rollups_5m (
  tenant_id uuid not null,
  sensor_id uuid not null,
  aspect text not null,
  name text not null,
  at bigint not null,
  percent_mean real,
  percent_max real,
  used_mean double precision,
  primary key (tenant_id, sensor_id, aspect, name, at)
) partition by range (at);
create table host_rollups_1h (like host_rollups_5m including all) partition by range (at);
select vedette_protect(t) from unnest(array['check_rollups_5m', 'check_rollups_1h', 'interface_rollups_5m',
  'interface_rollups_1h', 'host_rollups_5m', 'host_rollups_1h']) as t;

-- Time buckets whose rollups must be made, or made again because late results arrived. A bucket is one hour.
create table rollup_queue (
  tenant_id uuid not null,
  bucket_at bigint not null,
  -- Not before: the bucket's own end, or now for a late result.
  due_at bigint not null,
  primary key (tenant_id, bucket_at)
);
select vedette_protect('rollup_queue');

-- Makes one partition if it is missing. The program that calls it need not own the table.
create function vedette_make_partition(parent text, from_at bigint, to_at bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  child text := format('%s_%s', parent, to_char(to_timestamp(from_at / 1000.0) at time zone 'UTC', 'YYYYMMDD_HH24'));
begin
  if parent not in ('check_results', 'interface_samples', 'host_samples', 'check_rollups_5m', 'check_rollups_1h',
      'interface_rollups_5m', 'interface_rollups_1h', 'host_rollups_5m', 'host_rollups_1h') then
    raise exception 'vedette_make_partition: % is no time-series table', parent;
  end if;
  if to_regclass(child) is not null then return false; end if;
  execute format('create table %I partition of %I for values from (%s) to (%s)', child, parent, from_at, to_at);
  perform vedette_protect(child);
  return true;
end $$;

-- Drops the partitions that end at or before the given time; returns their names.
create function vedette_drop_partitions(parent text, before_at bigint) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  child record;
begin
  for child in
    select c.relname as name,
      substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('?(\d+)'?\)$re$)::bigint as ends_at
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(parent) and parent in ('check_results', 'interface_samples', 'host_samples',
      'check_rollups_5m', 'check_rollups_1h', 'interface_rollups_5m', 'interface_rollups_1h', 'host_rollups_5m',
      'host_rollups_1h')
  loop
    if child.ends_at <= before_at then
      execute format('drop table %I', child.name);
      return next child.name;
    end if;
  end loop;
end $$;
