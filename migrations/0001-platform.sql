-- Tenants, companies, API keys and the audit log. All times are Unix epoch milliseconds (bigint).
-- Every tenant-owned key begins with tenant_id, so that the schema can be distributed by tenant as it is.

create table tenants (
  id uuid primary key,
  name text not null unique check (char_length(name) between 1 and 200),
  sensor_limit integer not null default 10000 check (sensor_limit >= 0),
  created_at bigint not null
);

create table companies (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
select vedette_protect('companies');

create table api_keys (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  service text not null check (service in ('monitor', 'exposure')),
  scope text not null check (scope in ('read', 'read_write')),
  name text not null check (char_length(name) between 1 and 200),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- The first six secret characters, for people to tell keys apart.
  hint text not null,
  created_at bigint not null,
  created_by text not null,
  last_used_at bigint,
  revoked_at bigint,
  primary key (tenant_id, id),
  unique (tenant_id, key_hash)
);
select vedette_protect('api_keys');
-- A request knows the key before it knows the tenant.
create index api_keys_by_hash on api_keys (key_hash);

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
  -- What changed, without credentials.
  detail jsonb not null,
  request_id text not null,
  primary key (tenant_id, id)
);
select vedette_protect('audit_log');
create index audit_log_by_time on audit_log (tenant_id, at desc, id);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function audit_log_is_append_only();
