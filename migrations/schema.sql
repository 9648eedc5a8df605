-- What the migrations make, to read. Written by scripts/write-schema.ts; never edited.

-- Under row-level security.
create table api_keys (
  tenant_id uuid not null,
  id uuid not null,
  service text not null,
  scope text not null,
  name text not null,
  key_hash bytea not null,
  hint text not null,
  created_at bigint not null,
  created_by text not null,
  last_used_at bigint,
  revoked_at bigint,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, key_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK ((octet_length(key_hash) = 32)),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK ((scope = ANY (ARRAY['read'::text, 'read_write'::text]))),
  CHECK ((service = ANY (ARRAY['monitor'::text, 'exposure'::text])))
);

CREATE INDEX api_keys_by_hash ON api_keys USING btree (key_hash);

-- Under row-level security.
create table audit_log (
  tenant_id uuid not null,
  id uuid not null,
  at bigint not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null,
  request_id text not null,
  PRIMARY KEY (tenant_id, id)
);

CREATE INDEX audit_log_by_time ON audit_log USING btree (tenant_id, at DESC, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();

-- Under row-level security.
create table check_results (
  tenant_id uuid not null,
  sensor_id uuid not null,
  at bigint not null,
  ok boolean,
  latency_ms real,
  http_status smallint,
  loss_percent real,
  jitter_ms real,
  cause text,
  cause_code text,
  PRIMARY KEY (tenant_id, sensor_id, at)
) partition by RANGE (at);

-- Under row-level security.
create table check_rollups_1h (
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
  PRIMARY KEY (tenant_id, sensor_id, at)
) partition by RANGE (at);

-- Under row-level security.
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
  PRIMARY KEY (tenant_id, sensor_id, at)
) partition by RANGE (at);

-- Under row-level security.
create table collector_removals (
  tenant_id uuid not null,
  collector_id uuid not null,
  sensor_id uuid not null,
  assignment_revision bigint not null,
  PRIMARY KEY (tenant_id, collector_id, sensor_id),
  FOREIGN KEY (tenant_id, collector_id) REFERENCES collectors(tenant_id, id)
);

-- Under row-level security.
create table collectors (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  embedded boolean not null default false,
  status text not null default 'pending'::text,
  enrolment_token_hash bytea,
  enrolment_expires_at bigint,
  credential_hash bytea,
  version text,
  hostname text,
  last_seen_at bigint,
  health jsonb,
  assignment_revision bigint not null default 0,
  target_allow text[] not null default '{}'::text[],
  target_deny text[] not null default '{}'::text[],
  open_incident_id uuid,
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'revoked'::text])))
);

CREATE INDEX collectors_by_credential ON collectors USING btree (credential_hash) WHERE (credential_hash IS NOT NULL);
CREATE INDEX collectors_by_token ON collectors USING btree (enrolment_token_hash) WHERE (enrolment_token_hash IS NOT NULL);

-- Under row-level security.
create table companies (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

-- Under row-level security.
create table host_rollups_1h (
  tenant_id uuid not null,
  sensor_id uuid not null,
  aspect text not null,
  name text not null,
  at bigint not null,
  percent_mean real,
  percent_max real,
  used_mean double precision,
  PRIMARY KEY (tenant_id, sensor_id, aspect, name, at)
) partition by RANGE (at);

-- Under row-level security.
create table host_rollups_5m (
  tenant_id uuid not null,
  sensor_id uuid not null,
  aspect text not null,
  name text not null,
  at bigint not null,
  percent_mean real,
  percent_max real,
  used_mean double precision,
  PRIMARY KEY (tenant_id, sensor_id, aspect, name, at)
) partition by RANGE (at);

-- Under row-level security.
create table host_samples (
  tenant_id uuid not null,
  sensor_id uuid not null,
  aspect text not null,
  name text not null,
  at bigint not null,
  percent real,
  used double precision,
  PRIMARY KEY (tenant_id, sensor_id, aspect, name, at)
) partition by RANGE (at);

-- Under row-level security.
create table incident_events (
  tenant_id uuid not null,
  incident_id uuid not null,
  id uuid not null,
  at bigint not null,
  kind text not null,
  text text not null,
  PRIMARY KEY (tenant_id, incident_id, id),
  FOREIGN KEY (tenant_id, incident_id) REFERENCES incidents(tenant_id, id)
);

-- Under row-level security.
create table incidents (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  subject_name text not null,
  cause text not null,
  opened_at bigint not null,
  closed_at bigint,
  acknowledged_at bigint,
  acknowledged_by text,
  flapping boolean not null default false,
  backfilled boolean not null default false,
  PRIMARY KEY (tenant_id, id),
  CHECK ((closed_at >= opened_at)),
  CHECK ((kind = ANY (ARRAY['sensor'::text, 'collector'::text])))
);

CREATE INDEX incidents_newest_first ON incidents USING btree (tenant_id, opened_at DESC, id);
CREATE INDEX incidents_of_subject ON incidents USING btree (tenant_id, subject_id, opened_at DESC);
CREATE UNIQUE INDEX incidents_one_open_for_a_subject ON incidents USING btree (tenant_id, subject_id) WHERE (closed_at IS NULL);
CREATE INDEX incidents_open_newest_first ON incidents USING btree (tenant_id, opened_at DESC, id) WHERE (closed_at IS NULL);

-- Under row-level security.
create table interface_rollups_1h (
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
  PRIMARY KEY (tenant_id, sensor_id, name, at)
) partition by RANGE (at);

-- Under row-level security.
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
  PRIMARY KEY (tenant_id, sensor_id, name, at)
) partition by RANGE (at);

-- Under row-level security.
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
  PRIMARY KEY (tenant_id, sensor_id, name, at)
) partition by RANGE (at);

-- Under row-level security.
create table maintenance_windows (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  starts_at bigint,
  ends_at bigint,
  cron text,
  time_zone text not null default 'UTC'::text,
  duration_min integer,
  sensor_ids uuid[] not null default '{}'::uuid[],
  tags text[] not null default '{}'::text[],
  company_ids uuid[] not null default '{}'::uuid[],
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK ((ends_at > starts_at)),
  CHECK ((((starts_at IS NOT NULL) AND (ends_at IS NOT NULL) AND (cron IS NULL) AND (duration_min IS NULL)) OR ((starts_at IS NULL) AND (ends_at IS NULL) AND (cron IS NOT NULL) AND (duration_min IS NOT NULL)))),
  CHECK (((duration_min >= 1) AND (duration_min <= 10080))),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

create table rate_windows (
  key text not null,
  number bigint not null,
  at bigint not null,
  PRIMARY KEY (key, number)
);

-- Under row-level security.
create table rollup_queue (
  tenant_id uuid not null,
  bucket_at bigint not null,
  due_at bigint not null,
  PRIMARY KEY (tenant_id, bucket_at)
);

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  breaking boolean not null,
  applied_at bigint not null,
  PRIMARY KEY (number)
);

-- Under row-level security.
create table sensor_parts (
  tenant_id uuid not null,
  sensor_id uuid not null,
  kind text not null,
  name text not null,
  declared boolean not null,
  read_at bigint,
  facts jsonb,
  PRIMARY KEY (tenant_id, sensor_id, kind, name),
  FOREIGN KEY (tenant_id, sensor_id) REFERENCES sensors(tenant_id, id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['interface'::text, 'cpu'::text, 'memory'::text, 'storage'::text, 'uptime'::text])))
) with (fillfactor=70);

-- Under row-level security.
create table sensor_states (
  tenant_id uuid not null,
  sensor_id uuid not null,
  state text,
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
  change_bits integer not null default 0,
  last_ok boolean,
  flapping boolean not null default false,
  open_incident_id uuid,
  held_because text,
  PRIMARY KEY (tenant_id, sensor_id),
  FOREIGN KEY (tenant_id, sensor_id) REFERENCES sensors(tenant_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['up'::text, 'down'::text])))
) with (fillfactor=60);

CREATE INDEX sensor_states_without_incident ON sensor_states USING btree (tenant_id, sensor_id) WHERE ((state = 'down'::text) AND (open_incident_id IS NULL));

-- Under row-level security.
create table sensors (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  declared_as text,
  type text not null,
  target text not null,
  enabled boolean not null default true,
  interval_sec integer not null,
  failures_before_down smallint not null default 3,
  successes_before_up smallint not null default 2,
  company_id uuid,
  collector_id uuid not null,
  parent_id uuid,
  tags text[] not null default '{}'::text[],
  settings jsonb not null default '{}'::jsonb,
  sealed_secrets bytea,
  interfaces text[] not null default '{}'::text[],
  host text[] not null default '{}'::text[],
  assignment_revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, declared_as),
  FOREIGN KEY (tenant_id, collector_id) REFERENCES collectors(tenant_id, id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES sensors(tenant_id, id),
  CHECK (((failures_before_down >= 1) AND (failures_before_down <= 10))),
  CHECK (((interval_sec >= 1) AND (interval_sec <= 86400))),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK (((successes_before_up >= 1) AND (successes_before_up <= 10))),
  CHECK ((type = ANY (ARRAY['snmp'::text, 'icmp'::text, 'http'::text, 'tls'::text, 'tcp'::text])))
);

CREATE INDEX sensors_by_assignment ON sensors USING btree (tenant_id, collector_id, assignment_revision);
CREATE INDEX sensors_by_company ON sensors USING btree (tenant_id, company_id, id);
CREATE INDEX sensors_by_parent ON sensors USING btree (tenant_id, parent_id) WHERE (parent_id IS NOT NULL);

create table tenants (
  id uuid not null,
  name text not null,
  sensor_limit integer not null default 10000,
  created_at bigint not null,
  PRIMARY KEY (id),
  UNIQUE (name),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK ((sensor_limit >= 0))
);

CREATE OR REPLACE FUNCTION audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION vedette_drop_partitions(parent text, before_at bigint)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION vedette_is_system()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(current_setting('vedette.tenant', true) = 'system', false)
$function$;

CREATE OR REPLACE FUNCTION vedette_make_partition(parent text, from_at bigint, to_at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION vedette_protect(relation regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from pg_attribute
    where attrelid = relation and attname = 'tenant_id' and atttypid = 'uuid'::regtype and attnotnull
  ) then
    raise exception '% has no column "tenant_id uuid not null"', relation;
  end if;
  execute format('alter table %s enable row level security, force row level security', relation);
  execute format(
    'create policy tenant on %s using (tenant_id = (select vedette_tenant()) or (select vedette_is_system()))',
    relation
  );
end
$function$;

CREATE OR REPLACE FUNCTION vedette_take_rate(keys text[], max_requests integer, window_ms integer, at_ms bigint)
 RETURNS TABLE(place integer, allowed boolean, counted integer, oldest_at bigint, now_at bigint)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  asked record;
  next_number bigint;
  newest_at bigint;
  since bigint;
  low bigint;
  high bigint;
  middle bigint;
  middle_at bigint;
begin
  for asked in
    select k.key, k.place, hashtext(k.key) as hash from unnest(keys) with ordinality as k (key, place) order by 3, 1, 2
  loop
    perform pg_advisory_xact_lock(hashtext('rate_windows'), asked.hash);
    select w.number + 1, w.at into next_number, newest_at
      from rate_windows w where w.key = asked.key order by w.number desc limit 1;
    next_number := coalesce(next_number, 0);
    place := asked.place;
    -- Never back, whatever the clock does.
    now_at := greatest(coalesce(at_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint), newest_at);
    since := now_at - window_ms;
    low := next_number - max_requests;
    select w.at into oldest_at from rate_windows w where w.key = asked.key and w.number = low;
    allowed := oldest_at is null or oldest_at <= since;
    if allowed then
      insert into rate_windows (key, number, at) values (asked.key, next_number, now_at);
      delete from rate_windows w where w.key = asked.key and w.number <= low;
      -- The oldest that counts is after low, and at the latest the one just counted. What is missing is long gone.
      low := greatest(low + 1, 0);
      high := next_number;
      oldest_at := now_at;
      while low < high loop
        middle := (low + high) / 2;
        select w.at into middle_at from rate_windows w where w.key = asked.key and w.number = middle;
        if middle_at > since then
          high := middle;
          oldest_at := middle_at;
        else
          low := middle + 1;
        end if;
      end loop;
      counted := next_number + 1 - low;
    else
      counted := max_requests;
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION vedette_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when current_setting('vedette.tenant', true) in ('system', '') then null
              else current_setting('vedette.tenant', true)::uuid end
$function$;
