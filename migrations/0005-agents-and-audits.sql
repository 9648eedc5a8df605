-- Agents on hosts, what is installed there, and compliance audits. All times are Unix epoch milliseconds (bigint).

-- What an agent enrols with. One token may be for many hosts: it says where they belong.
create table agent_tokens (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  token_hash bytea not null,
  -- For people: `web servers of Berlin`.
  note text not null default '',
  site_id uuid,
  tags text[] not null default '{}',
  uses_left integer not null check (uses_left >= 0),
  expires_at bigint not null,
  created_at bigint not null,
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
);
select vedette_protect('agent_tokens');
create index agent_tokens_by_hash on agent_tokens (token_hash);

create table agents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The host name at its enrolment; with a number behind it where that was taken.
  name text not null check (char_length(name) between 1 and 300),
  status text not null default 'active' check (status in ('active', 'revoked')),
  credential_hash bytea,
  version text,
  hostname text not null,
  site_id uuid,
  tags text[] not null default '{}',
  enrolled_at bigint not null,
  revoked_at bigint,
  last_seen_at bigint,
  -- What it said of itself when it last checked in: rights, oscap, spool, when the host booted.
  health jsonb,
  -- The inventory as it is: its revision, when it was taken, and HostFacts, ListenerFacts and BlindSpots
  -- (engines/inventory-types). Packages are rows of their own.
  inventory_revision text,
  inventory_at bigint,
  inventory jsonb,
  -- How many those are: to count two million of them takes a second.
  package_count integer not null default 0,
  -- The asset that it is on.
  asset_id uuid,
  -- The revision of the feeds (sum over feeds) that its packages were last matched with; -1: they changed since.
  matched_revision bigint not null default -1,
  -- What the matching could and could not judge: counts of packages, and why.
  coverage jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete set null (site_id),
  foreign key (tenant_id, asset_id) references assets (tenant_id, id) on delete set null (asset_id)
);
select vedette_protect('agents');
create index agents_by_credential on agents (credential_hash) where credential_hash is not null;
create index agents_to_match on agents (matched_revision, tenant_id, id) where inventory_revision is not null;

create table installed_packages (
  tenant_id uuid not null,
  agent_id uuid not null,
  name text not null,
  arch text not null,
  version text not null,
  source text not null,
  source_version text not null,
  primary key (tenant_id, agent_id, name, arch, version),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
);
select vedette_protect('installed_packages');
-- Where is it installed?
create index installed_packages_by_name on installed_packages (tenant_id, name);

-- What is installed and what is fixed, for findings in packages.
alter table findings add column affected_package text;
alter table findings add column installed_version text;
alter table findings add column fixed_version text;

-- What the rules of a benchmark say: once, however many hosts are audited with it.
create table scap_contents (
  tenant_id uuid not null references tenants (id),
  -- SHA-256 of the file in hex; of an imported checklist, and of what an agent sent, that of its texts.
  sha256 text not null,
  benchmark_id text not null,
  benchmark_version text not null,
  title text not null,
  -- RuleText[] (engines/scap-types).
  rules jsonb not null,
  created_at bigint not null,
  primary key (tenant_id, sha256)
);
select vedette_protect('scap_contents');

create table bundles (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  -- `file`: kept here and handed to agents. `content`: a file that the distribution's package puts on the host.
  source text not null check (source in ('file', 'content')),
  file_name text not null,
  -- With `file`: of the XML, its length, the XML in gzip, and its profiles as { id, title, rules }.
  sha256 text,
  bytes bigint,
  gzip bytea,
  profiles jsonb not null default '[]',
  -- The systems that it is for, as CPE names.
  platforms text[] not null default '{}',
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((source = 'file') = (sha256 is not null)),
  check ((source = 'file') = (gzip is not null))
);
select vedette_protect('bundles');
alter table bundles alter column gzip set storage external;

create table audits (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  bundle_id uuid not null,
  profile text not null,
  -- Hosts with an agent that are at the site, if one is named, and have one of the tags, if any are.
  site_id uuid,
  tags text[] not null default '{}',
  -- Five-field cron in an IANA time zone; null: only when asked to.
  schedule text,
  time_zone text not null default 'UTC',
  enabled boolean not null default true,
  time_limit_sec integer not null,
  memory_limit_mb integer not null,
  -- The whole ARF of every run is kept, too.
  keep_arf boolean not null default false,
  last_run_at bigint,
  next_run_at bigint,
  -- Why no run began when one was due.
  last_error text,
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, bundle_id) references bundles (tenant_id, id),
  foreign key (tenant_id, site_id) references sites (tenant_id, id)
);
select vedette_protect('audits');
create index audits_due on audits (next_run_at) where enabled and next_run_at is not null;

-- One audit on one host.
create table audit_jobs (
  tenant_id uuid not null,
  id uuid not null,
  audit_id uuid not null,
  agent_id uuid not null,
  -- Jobs that were asked for together.
  batch_id uuid not null,
  -- What is handed to the agent, as it was when the job was asked for: AuditJob (wire/agent.v1) without its id.
  spec jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'stopped')),
  requested_by text not null,
  stop_requested boolean not null default false,
  attempts smallint not null default 0,
  progress jsonb,
  error_code text,
  error text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  -- When the server ended it without the agent's word; `null`: it did not.
  abandoned_at bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, audit_id) references audits (tenant_id, id) on delete cascade,
  foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
);
select vedette_protect('audit_jobs');
-- Jobs of one audit on one host never overlap.
create unique index audit_jobs_one_open on audit_jobs (tenant_id, audit_id, agent_id) where state in ('queued', 'running');
create index audit_jobs_open_by_agent on audit_jobs (tenant_id, agent_id) where state in ('queued', 'running');
create index audit_jobs_newest on audit_jobs (tenant_id, audit_id, created_at desc, id);
create index audit_jobs_of_host on audit_jobs (tenant_id, audit_id, agent_id, created_at desc, id);
create index audit_jobs_of_batch on audit_jobs (tenant_id, batch_id);

-- Runs: `agent_id` is of the agent that audited its host; null: what was imported for a host without one.
alter table audit_runs alter column agent_id drop not null;
alter table audit_runs add column source text not null default 'agent' check (source in ('agent', 'import'));
alter table audit_runs add column job_id uuid;
alter table audit_runs add column audit_id uuid;
alter table audit_runs add column asset_id uuid;
alter table audit_runs add column site_id uuid;
alter table audit_runs add column started_at bigint;
alter table audit_runs add column engine text;
alter table audit_runs add column privileged boolean;
-- SHA-256 of the file that it was evaluated with, and the row of scap_contents that tells what its rules say. They differ
-- where an agent sent the texts: no host can put words under the hash of content that others are audited with.
alter table audit_runs add column content_sha256 text;
alter table audit_runs add column texts_sha256 text;
alter table audit_runs add column benchmark_id text;
alter table audit_runs add column benchmark_version text;
alter table audit_runs add column profile_id text;
alter table audit_runs add column profile_title text;
-- The engine's own score, and by which model: `urn:xccdf:scoring:default`.
alter table audit_runs add column native_score double precision;
alter table audit_runs add column native_score_max double precision;
alter table audit_runs add column scoring_system text;
alter table audit_runs add column scores jsonb not null default '[]';
-- RuleOutcome[] (engines/scap-types).
alter table audit_runs add column rules jsonb not null default '[]';
-- Of an imported one: tells whether it was imported before.
alter table audit_runs add column import_key text;
alter table audit_runs add foreign key (tenant_id, asset_id) references assets (tenant_id, id) on delete set null (asset_id);
create unique index audit_runs_by_job on audit_runs (tenant_id, job_id) where job_id is not null;
create unique index audit_runs_by_import on audit_runs (tenant_id, import_key) where import_key is not null;
create index audit_runs_of_asset on audit_runs (tenant_id, asset_id, run_at desc, id);
create index audit_runs_of_agent on audit_runs (tenant_id, agent_id, run_at desc, id);
create index audit_runs_of_site on audit_runs (tenant_id, site_id, run_at desc, id);
create index audit_runs_newest_of_bundle on audit_runs (tenant_id, bundle_id, run_at desc, id);
-- Of hosts that are only known by their names.
create index audit_runs_of_name on audit_runs (tenant_id, hostname, run_at desc, id)
  where asset_id is null and agent_id is null;
-- Does any run need these texts?
create index audit_runs_with_texts on audit_runs (tenant_id, texts_sha256) where texts_sha256 is not null;

-- The whole ARF of a run, where it was asked for.
create table audit_arfs (
  tenant_id uuid not null,
  job_id uuid not null,
  sha256 text not null,
  bytes bigint not null,
  gzip bytea not null,
  received_at bigint not null,
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references audit_jobs (tenant_id, id) on delete cascade
);
select vedette_protect('audit_arfs');
alter table audit_arfs alter column gzip set storage external;

-- Rules that somebody answers for not keeping. What a run found stays as it is.
create table audit_exceptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  rule_id text not null,
  -- Where: at one asset, at one site, at hosts with a tag; all null: everywhere.
  asset_id uuid,
  site_id uuid,
  tag text,
  reason text not null,
  owner text not null,
  -- Null: until it is ended.
  expires_at bigint,
  created_at bigint not null,
  created_by text not null,
  ended_at bigint,
  ended_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, asset_id) references assets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references sites (tenant_id, id) on delete cascade
);
select vedette_protect('audit_exceptions');
create index audit_exceptions_of_rule on audit_exceptions (tenant_id, rule_id) where ended_at is null;
