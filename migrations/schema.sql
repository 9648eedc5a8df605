-- What the migrations make, to read. Written by scripts/write-schema.ts; never edited.

create table accounts (
  id text not null,
  account_id text not null,
  provider_id text not null,
  user_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE (provider_id, account_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX accounts_of_user ON accounts USING btree (user_id);

-- Under row-level security.
create table agent_tokens (
  tenant_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  note text not null default ''::text,
  site_id uuid,
  tags text[] not null default '{}'::text[],
  uses_left integer not null,
  expires_at bigint not null,
  created_at bigint not null,
  created_by text not null,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id) ON DELETE CASCADE,
  CHECK ((uses_left >= 0))
);

CREATE INDEX agent_tokens_by_hash ON agent_tokens USING btree (token_hash);

-- Under row-level security.
create table agents (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null default 'active'::text,
  credential_hash bytea,
  version text,
  hostname text not null,
  site_id uuid,
  tags text[] not null default '{}'::text[],
  enrolled_at bigint not null,
  revoked_at bigint,
  last_seen_at bigint,
  health jsonb,
  inventory_revision text,
  inventory_at bigint,
  inventory jsonb,
  package_count integer not null default 0,
  asset_id uuid,
  matched_revision bigint not null default '-1'::integer,
  coverage jsonb,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id, asset_id) REFERENCES assets(tenant_id, id) ON DELETE SET NULL (asset_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id) ON DELETE SET NULL (site_id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 300))),
  CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);

CREATE INDEX agents_by_credential ON agents USING btree (credential_hash) WHERE (credential_hash IS NOT NULL);
CREATE INDEX agents_to_match ON agents USING btree (matched_revision, tenant_id, id) WHERE (inventory_revision IS NOT NULL);

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
create table assessments (
  tenant_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  probe_id uuid not null,
  state text not null default 'queued'::text,
  requested_by text not null,
  created_at bigint not null,
  started_at bigint,
  handed_at bigint,
  ended_at bigint,
  attempts integer not null default 0,
  stop_requested boolean not null default false,
  abandoned boolean not null default false,
  progress jsonb,
  error text,
  summary jsonb,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES directories(tenant_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'stopped'::text])))
);

CREATE INDEX assessments_newest ON assessments USING btree (tenant_id, directory_id, created_at DESC, id);
CREATE UNIQUE INDEX assessments_one_open ON assessments USING btree (tenant_id, directory_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX assessments_open ON assessments USING btree (tenant_id, probe_id, created_at) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

-- Under row-level security.
create table asset_events (
  tenant_id uuid not null,
  asset_id uuid not null,
  id uuid not null,
  at bigint not null,
  kind text not null,
  text text not null,
  PRIMARY KEY (tenant_id, asset_id, id),
  FOREIGN KEY (tenant_id, asset_id) REFERENCES assets(tenant_id, id) ON DELETE CASCADE
);

-- Under row-level security.
create table assets (
  tenant_id uuid not null,
  id uuid not null,
  ip inet,
  hostname text,
  hostnames text[] not null default '{}'::text[],
  os text,
  os_cpe text,
  os_confidence smallint,
  platform text,
  device_type text,
  device_confidence smallint,
  device_evidence text[] not null default '{}'::text[],
  open_ports integer[] not null default '{}'::integer[],
  udp_ports integer[] not null default '{}'::integer[],
  mac_address text,
  vendor text,
  tags text[] not null default '{}'::text[],
  site_id uuid,
  probe_id uuid,
  company_id uuid,
  agent_id uuid,
  agent_version text,
  agent_last_seen_at bigint,
  hardware_uuid text,
  risk_score double precision not null default 0,
  accepted_risk double precision not null default 0,
  risk_factors jsonb not null default '{}'::jsonb,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  last_scanned_at bigint,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, ip),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies(tenant_id, id) ON DELETE SET NULL (company_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  CHECK ((platform = ANY (ARRAY['linux'::text, 'windows'::text, 'macos'::text, 'bsd'::text])))
);

CREATE UNIQUE INDEX assets_by_agent ON assets USING btree (tenant_id, agent_id) WHERE (agent_id IS NOT NULL);
CREATE INDEX assets_by_hardware ON assets USING btree (tenant_id, hardware_uuid) WHERE (hardware_uuid IS NOT NULL);
CREATE INDEX assets_by_hostname ON assets USING btree (tenant_id, hostname) WHERE (hostname IS NOT NULL);
CREATE INDEX assets_by_mac ON assets USING btree (tenant_id, mac_address) WHERE (mac_address IS NOT NULL);
CREATE INDEX assets_by_risk ON assets USING btree (tenant_id, risk_score DESC, id);
CREATE INDEX assets_by_site_and_risk ON assets USING btree (tenant_id, site_id, risk_score DESC, id);
CREATE TRIGGER findings_new_version AFTER UPDATE ON assets FOR EACH ROW WHEN (((old.ip IS DISTINCT FROM new.ip) OR (old.hostname IS DISTINCT FROM new.hostname))) EXECUTE FUNCTION finding_versions_follow();

-- Under row-level security.
create table audit_arfs (
  tenant_id uuid not null,
  job_id uuid not null,
  sha256 text not null,
  bytes bigint not null,
  gzip bytea not null,
  received_at bigint not null,
  PRIMARY KEY (tenant_id, job_id),
  FOREIGN KEY (tenant_id, job_id) REFERENCES audit_jobs(tenant_id, id) ON DELETE CASCADE
);

-- Under row-level security.
create table audit_exceptions (
  tenant_id uuid not null,
  id uuid not null,
  rule_id text not null,
  asset_id uuid,
  site_id uuid,
  tag text,
  reason text not null,
  owner text not null,
  expires_at bigint,
  created_at bigint not null,
  created_by text not null,
  ended_at bigint,
  ended_by text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, asset_id) REFERENCES assets(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX audit_exceptions_of_rule ON audit_exceptions USING btree (tenant_id, rule_id) WHERE (ended_at IS NULL);

-- Under row-level security.
create table audit_jobs (
  tenant_id uuid not null,
  id uuid not null,
  audit_id uuid not null,
  agent_id uuid not null,
  batch_id uuid not null,
  spec jsonb not null,
  state text not null default 'queued'::text,
  requested_by text not null,
  stop_requested boolean not null default false,
  attempts smallint not null default 0,
  progress jsonb,
  error_code text,
  error text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  abandoned_at bigint,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, audit_id) REFERENCES audits(tenant_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'stopped'::text])))
);

CREATE INDEX audit_jobs_newest ON audit_jobs USING btree (tenant_id, audit_id, created_at DESC, id);
CREATE INDEX audit_jobs_of_batch ON audit_jobs USING btree (tenant_id, batch_id);
CREATE INDEX audit_jobs_of_host ON audit_jobs USING btree (tenant_id, audit_id, agent_id, created_at DESC, id);
CREATE UNIQUE INDEX audit_jobs_one_open ON audit_jobs USING btree (tenant_id, audit_id, agent_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX audit_jobs_open_by_agent ON audit_jobs USING btree (tenant_id, agent_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

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

CREATE INDEX audit_log_by_subject ON audit_log USING btree (tenant_id, subject_id, at DESC, id);
CREATE INDEX audit_log_by_time ON audit_log USING btree (tenant_id, at DESC, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();

-- Under row-level security.
create table audit_runs (
  tenant_id uuid not null,
  id uuid not null,
  agent_id uuid,
  hostname text not null,
  bundle_id text not null,
  bundle_name text not null,
  run_at bigint not null,
  satisfied integer not null,
  failed integer not null,
  not_applicable integer not null,
  not_checkable integer not null,
  unknown integer not null,
  source text not null default 'agent'::text,
  job_id uuid,
  audit_id uuid,
  asset_id uuid,
  site_id uuid,
  started_at bigint,
  engine text,
  privileged boolean,
  content_sha256 text,
  texts_sha256 text,
  benchmark_id text,
  benchmark_version text,
  profile_id text,
  profile_title text,
  native_score double precision,
  native_score_max double precision,
  scoring_system text,
  scores jsonb not null default '[]'::jsonb,
  rules jsonb not null default '[]'::jsonb,
  import_key text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, asset_id) REFERENCES assets(tenant_id, id) ON DELETE SET NULL (asset_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK ((source = ANY (ARRAY['agent'::text, 'import'::text])))
);

CREATE UNIQUE INDEX audit_runs_by_import ON audit_runs USING btree (tenant_id, import_key) WHERE (import_key IS NOT NULL);
CREATE UNIQUE INDEX audit_runs_by_job ON audit_runs USING btree (tenant_id, job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX audit_runs_newest ON audit_runs USING btree (tenant_id, run_at DESC, id);
CREATE INDEX audit_runs_newest_of_bundle ON audit_runs USING btree (tenant_id, bundle_id, run_at DESC, id);
CREATE INDEX audit_runs_of_agent ON audit_runs USING btree (tenant_id, agent_id, run_at DESC, id);
CREATE INDEX audit_runs_of_asset ON audit_runs USING btree (tenant_id, asset_id, run_at DESC, id);
CREATE INDEX audit_runs_of_name ON audit_runs USING btree (tenant_id, hostname, run_at DESC, id) WHERE ((asset_id IS NULL) AND (agent_id IS NULL));
CREATE INDEX audit_runs_of_site ON audit_runs USING btree (tenant_id, site_id, run_at DESC, id);
CREATE INDEX audit_runs_with_texts ON audit_runs USING btree (tenant_id, texts_sha256) WHERE (texts_sha256 IS NOT NULL);

-- Under row-level security.
create table audits (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  bundle_id uuid not null,
  profile text not null,
  site_id uuid,
  tags text[] not null default '{}'::text[],
  schedule text,
  time_zone text not null default 'UTC'::text,
  enabled boolean not null default true,
  time_limit_sec integer not null,
  memory_limit_mb integer not null,
  keep_arf boolean not null default false,
  last_run_at bigint,
  next_run_at bigint,
  last_error text,
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id, bundle_id) REFERENCES bundles(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

CREATE INDEX audits_due ON audits USING btree (next_run_at) WHERE (enabled AND (next_run_at IS NOT NULL));

-- Under row-level security.
create table bundles (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  source text not null,
  file_name text not null,
  sha256 text,
  bytes bigint,
  gzip bytea,
  profiles jsonb not null default '[]'::jsonb,
  platforms text[] not null default '{}'::text[],
  created_at bigint not null,
  updated_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK (((source = 'file'::text) = (sha256 IS NOT NULL))),
  CHECK (((source = 'file'::text) = (gzip IS NOT NULL))),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK ((source = ANY (ARRAY['file'::text, 'content'::text])))
);

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

create table debian_entries (
  package text not null,
  cve text not null,
  release text not null,
  status text not null,
  fixed_version text,
  urgency text not null,
  nodsa text,
  repositories text[] not null,
  PRIMARY KEY (package, cve, release)
);

-- Under row-level security.
create table directories (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  site_id uuid,
  probe_id uuid not null,
  settings jsonb not null,
  secret bytea not null,
  schedule text,
  time_zone text not null default 'UTC'::text,
  enabled boolean not null default true,
  next_run_at bigint,
  last_attempt_at bigint,
  last_run_at bigint,
  last_error text,
  facts jsonb,
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, probe_id) REFERENCES probes(tenant_id, id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK ((type = ANY (ARRAY['active_directory'::text, 'entra'::text])))
);

CREATE INDEX directories_due ON directories USING btree (next_run_at) WHERE (enabled AND (next_run_at IS NOT NULL));

create table epss_scores (
  cve text not null,
  score real not null,
  percentile real not null,
  PRIMARY KEY (cve)
);

-- Under row-level security.
create table errands (
  tenant_id uuid not null,
  id uuid not null,
  collector_id uuid not null,
  user_id text not null,
  kind text not null,
  sensor_id uuid,
  state text not null default 'queued'::text,
  sealed bytea,
  report jsonb,
  failure text,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, collector_id) REFERENCES collectors(tenant_id, id) ON DELETE CASCADE,
  CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['queued'::text, 'running'::text])))),
  CHECK (((ended_at IS NULL) OR (sealed IS NULL))),
  CHECK ((kind = ANY (ARRAY['check'::text, 'checkNow'::text, 'discover'::text]))),
  CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

CREATE INDEX errands_ended ON errands USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX errands_open ON errands USING btree (tenant_id, collector_id, created_at) WHERE (ended_at IS NULL);
CREATE INDEX errands_overdue ON errands USING btree (expires_at) WHERE (ended_at IS NULL);

create table feed_files (
  feed text not null,
  file text not null,
  sha256 text not null,
  etag text,
  last_modified text,
  records bigint not null,
  imported_at bigint not null,
  PRIMARY KEY (feed, file),
  FOREIGN KEY (feed) REFERENCES feeds(name)
);

create table feeds (
  name text not null,
  as_of bigint,
  imported_at bigint,
  records bigint not null default 0,
  revision bigint not null default 0,
  last_attempt_at bigint,
  last_error text,
  PRIMARY KEY (name),
  CHECK ((name = ANY (ARRAY['nvd'::text, 'kev'::text, 'epss'::text, 'debian'::text, 'osv'::text])))
);

-- Under row-level security.
create table finding_events (
  tenant_id uuid not null,
  finding_id uuid not null,
  id uuid not null,
  at bigint not null,
  from_status text,
  to_status text not null,
  actor_kind text not null,
  actor_name text not null,
  notes text,
  accepted_until bigint,
  PRIMARY KEY (tenant_id, finding_id, id)
);

CREATE TRIGGER finding_events_append_only BEFORE UPDATE ON finding_events FOR EACH ROW EXECUTE FUNCTION finding_events_are_append_only();

-- Under row-level security.
create table finding_totals (
  tenant_id uuid not null,
  site_id uuid not null,
  list_rank smallint not null,
  confidence smallint not null,
  open bigint not null,
  PRIMARY KEY (tenant_id, site_id, list_rank, confidence)
) with (fillfactor=50);

-- Under row-level security.
create table finding_versions (
  tenant_id uuid not null,
  version uuid not null,
  PRIMARY KEY (tenant_id)
);

-- Under row-level security.
create table findings (
  tenant_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  site_id uuid,
  protocol text not null,
  port integer not null,
  weakness text not null,
  package text not null default ''::text,
  cve text,
  service text,
  title text not null,
  remediation text not null,
  severity text not null,
  severity_rank smallint not null,
  list_rank smallint not null generated always as ((((((severity_rank * 128) +
CASE
    WHEN (cvss_score IS NULL) THEN 101
    ELSE (100 - (round((LEAST(GREATEST(cvss_score, (0)::double precision), (10)::double precision) * (10)::double precision)))::integer)
END) * 16) + 15) - width_bucket(COALESCE(epss_score, (0)::double precision), '{0.0001,0.0002,0.0003,0.0005,0.0007,0.001,0.0015,0.002,0.003,0.005,0.007,0.01,0.02,0.05,0.2}'::double precision[]))) stored,
  cvss_score double precision,
  cvss_vector text,
  epss_score double precision,
  epss_percentile double precision,
  kev boolean not null default false,
  ransomware boolean not null default false,
  ssvc text,
  confidence smallint not null,
  risk_score double precision not null,
  risk_factors jsonb not null,
  evidence jsonb not null default '{}'::jsonb,
  content_hash text not null default ''::text,
  scan_seen_at bigint,
  agent_seen_at bigint,
  import_seen_at bigint,
  status text not null default 'open'::text,
  status_at bigint not null,
  accepted_until bigint,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  reopened_at bigint,
  resolved_at bigint,
  affected_package text,
  installed_version text,
  fixed_version text,
  is_fixable boolean not null generated always as ((fixed_version IS NOT NULL)) stored,
  search text not null generated always as (lower("left"(((((weakness || ' '::text) || COALESCE(affected_package, package)) || ' '::text) || title), 160))) stored,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, asset_id, protocol, port, weakness, package),
  FOREIGN KEY (tenant_id, asset_id) REFERENCES assets(tenant_id, id) ON DELETE CASCADE,
  CHECK ((cvss_score = (round((cvss_score)::numeric, 1))::double precision)),
  CHECK (((port >= 0) AND (port <= 65535))),
  CHECK ((protocol = ANY (ARRAY[''::text, 'tcp'::text, 'udp'::text]))),
  CHECK ((severity = ANY (ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'INFO'::text]))),
  CHECK ((ssvc = ANY (ARRAY['none'::text, 'poc'::text, 'active'::text]))),
  CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'resolved'::text, 'accepted'::text, 'false_positive'::text])))
) with (fillfactor=80);

CREATE INDEX findings_accepted_until ON findings USING btree (accepted_until) WHERE ((status = 'accepted'::text) AND (accepted_until IS NOT NULL));
CREATE INDEX findings_by_cve ON findings USING btree (tenant_id, cve) WHERE (cve IS NOT NULL);
CREATE INDEX findings_most_severe ON findings USING btree (tenant_id, list_rank, epss_score DESC NULLS LAST, last_seen_at DESC, id) INCLUDE (confidence) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text]));
CREATE INDEX findings_most_severe_of_site ON findings USING btree (tenant_id, site_id, list_rank, epss_score DESC NULLS LAST, last_seen_at DESC, id) INCLUDE (confidence) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text]));
CREATE INDEX findings_of_tables ON findings USING btree (tenant_id, risk_score DESC, id) INCLUDE (asset_id, site_id, status, severity_rank, cvss_score, epss_score, kev, confidence, weakness, first_seen_at, last_seen_at, status_at, scan_seen_at, agent_seen_at, import_seen_at, is_fixable, search);
CREATE TRIGGER findings_counted_in AFTER INSERT ON findings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION finding_totals_follow();
CREATE TRIGGER findings_counted_out AFTER DELETE ON findings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION finding_totals_follow();
CREATE TRIGGER findings_new_version AFTER UPDATE ON findings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION finding_versions_follow();
CREATE TRIGGER findings_new_version_in AFTER INSERT ON findings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION finding_versions_follow();
CREATE TRIGGER findings_new_version_out AFTER DELETE ON findings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION finding_versions_follow();
CREATE TRIGGER findings_recounted AFTER UPDATE ON findings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION finding_totals_follow();

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
create table identity_exceptions (
  tenant_id uuid not null,
  id uuid not null,
  directory_id uuid,
  rule_id text,
  target text,
  reason text not null,
  owner text not null,
  expires_at bigint,
  created_at bigint not null,
  created_by text not null,
  ended_at bigint,
  ended_by text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES directories(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK (((rule_id IS NOT NULL) OR (target IS NOT NULL)))
);

CREATE INDEX identity_exceptions_expiring ON identity_exceptions USING btree (expires_at) WHERE ((ended_at IS NULL) AND (expires_at IS NOT NULL));

-- Under row-level security.
create table identity_findings (
  tenant_id uuid not null,
  id uuid not null,
  source text not null,
  target_type text not null,
  target_name text not null,
  category text not null,
  severity text not null,
  severity_rank smallint not null,
  title text not null,
  remediation text not null,
  site_id uuid,
  status text not null default 'open'::text,
  status_at bigint not null,
  accepted_until bigint,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  directory_id uuid not null,
  rule_id text not null,
  target_id text not null,
  target_path text,
  target_host text,
  evidence text[] not null,
  content_hash text not null,
  seen_at bigint,
  assessment_id uuid,
  reopened_at bigint,
  resolved_at bigint,
  exception_id uuid,
  list_rank bigint not null generated always as (((severity_rank * '2000000000000000'::bigint) - last_seen_at)) stored,
  search text not null generated always as (lower("left"(target_name, 100))) stored,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES directories(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  CHECK ((severity = ANY (ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'INFO'::text]))),
  CHECK ((source = ANY (ARRAY['active_directory'::text, 'entra'::text]))),
  CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'resolved'::text, 'accepted'::text, 'false_positive'::text])))
);

CREATE INDEX identity_findings_accepted ON identity_findings USING btree (tenant_id, directory_id, rule_id) WHERE (status = 'accepted'::text);
CREATE INDEX identity_findings_accepted_until ON identity_findings USING btree (accepted_until) WHERE ((status = 'accepted'::text) AND (accepted_until IS NOT NULL));
CREATE INDEX identity_findings_excepted ON identity_findings USING btree (tenant_id, exception_id) WHERE (exception_id IS NOT NULL);
CREATE INDEX identity_findings_most_severe ON identity_findings USING btree (tenant_id, list_rank, id) INCLUDE (source, category) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text]));
CREATE INDEX identity_findings_of_directory ON identity_findings USING btree (tenant_id, directory_id, list_rank, id) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text]));
CREATE INDEX identity_findings_of_host ON identity_findings USING btree (tenant_id, target_host) WHERE (target_host IS NOT NULL);
CREATE INDEX identity_findings_of_rule ON identity_findings USING btree (tenant_id, rule_id, list_rank, id) INCLUDE (directory_id) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text]));
CREATE INDEX identity_findings_of_site ON identity_findings USING btree (tenant_id, site_id, list_rank, id) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text]));
CREATE INDEX identity_findings_of_tables ON identity_findings USING btree (tenant_id, list_rank, id) INCLUDE (directory_id, rule_id, status, severity_rank, target_type, first_seen_at, last_seen_at, search);
CREATE UNIQUE INDEX identity_findings_place ON identity_findings USING btree (tenant_id, directory_id, rule_id, target_id);
CREATE TRIGGER identity_findings_counted_in AFTER INSERT ON identity_findings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION identity_totals_follow();
CREATE TRIGGER identity_findings_counted_out AFTER DELETE ON identity_findings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION identity_totals_follow();
CREATE TRIGGER identity_findings_recounted AFTER UPDATE ON identity_findings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION identity_totals_follow();

-- Under row-level security.
create table identity_rules (
  tenant_id uuid not null,
  directory_id uuid not null,
  rule_id text not null,
  title text not null,
  category text not null,
  severity text not null,
  asks text not null,
  remediation text not null,
  links jsonb not null,
  outcome text not null,
  reason text,
  judged integer not null,
  found integer not null,
  unread integer not null,
  assessment_id uuid not null,
  asked_at bigint not null,
  evaluated_at bigint,
  PRIMARY KEY (tenant_id, directory_id, rule_id),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES directories(tenant_id, id) ON DELETE CASCADE,
  CHECK ((outcome = ANY (ARRAY['evaluated'::text, 'not_evaluated'::text, 'not_applicable'::text]))),
  CHECK ((severity = ANY (ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'INFO'::text])))
);

-- Under row-level security.
create table identity_totals (
  tenant_id uuid not null,
  directory_id uuid not null,
  site_id uuid not null,
  rule_id text not null,
  category text not null,
  source text not null,
  list_rank bigint not null,
  open bigint not null,
  PRIMARY KEY (tenant_id, directory_id, rule_id, list_rank, category, source, site_id)
) with (fillfactor=50);

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
create table installed_packages (
  tenant_id uuid not null,
  agent_id uuid not null,
  name text not null,
  arch text not null,
  version text not null,
  source text not null,
  source_version text not null,
  PRIMARY KEY (tenant_id, agent_id, name, arch, version),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents(tenant_id, id) ON DELETE CASCADE
);

CREATE INDEX installed_packages_by_name ON installed_packages USING btree (tenant_id, name);

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
create table invitations (
  tenant_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  email text not null,
  name text not null,
  role text not null,
  company_ids uuid[],
  created_at bigint not null,
  created_by text not null,
  created_by_id text,
  expires_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, email),
  FOREIGN KEY (created_by_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK (((company_ids IS NULL) OR (role = 'viewer'::text))),
  CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'operator'::text, 'viewer'::text]))),
  CHECK ((octet_length(token_hash) = 32))
);

CREATE INDEX invitations_by_email ON invitations USING btree (email);
CREATE INDEX invitations_by_token ON invitations USING btree (token_hash);

create table kev_entries (
  cve text not null,
  name text not null,
  date_added bigint not null,
  due_date bigint,
  required_action text not null,
  ransomware boolean not null,
  PRIMARY KEY (cve)
);

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

-- Under row-level security.
create table members (
  tenant_id uuid not null,
  user_id text not null,
  role text not null,
  company_ids uuid[],
  created_at bigint not null,
  created_by text not null,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CHECK (((company_ids IS NULL) OR (role = 'viewer'::text))),
  CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'operator'::text, 'viewer'::text])))
);

CREATE INDEX members_of_user ON members USING btree (user_id);

create table one_time_links (
  token_hash bytea not null,
  purpose text not null,
  user_id text,
  clears_second_factor boolean not null default false,
  created_at bigint not null,
  expires_at bigint not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CHECK (((user_id IS NULL) = (purpose = 'set_up'::text))),
  CHECK ((purpose = ANY (ARRAY['set_up'::text, 'password'::text]))),
  CHECK ((octet_length(token_hash) = 32))
);

CREATE INDEX one_time_links_of_user ON one_time_links USING btree (user_id);

create table osv_entries (
  ecosystem text not null,
  package text not null,
  id text not null,
  cves text[] not null,
  summary text not null,
  vector text,
  ranges jsonb not null,
  versions text[] not null,
  withdrawn boolean not null,
  modified_at bigint,
  PRIMARY KEY (ecosystem, package, id)
);

create table passkeys (
  id text not null,
  user_id text not null,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp with time zone default now(),
  PRIMARY KEY (id),
  UNIQUE (credential_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX passkeys_of_user ON passkeys USING btree (user_id);

-- Under row-level security.
create table probes (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  embedded boolean not null default false,
  company_id uuid,
  status text not null default 'pending'::text,
  enrolment_token_hash bytea,
  enrolment_expires_at bigint,
  credential_hash bytea,
  version text,
  hostname text,
  last_seen_at bigint,
  health jsonb,
  target_allow text[] not null default '{}'::text[],
  target_deny text[] not null default '{}'::text[],
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies(tenant_id, id) ON DELETE SET NULL (company_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'disabled'::text])))
);

CREATE INDEX probes_by_credential ON probes USING btree (credential_hash) WHERE (credential_hash IS NOT NULL);
CREATE INDEX probes_by_token ON probes USING btree (enrolment_token_hash) WHERE (enrolment_token_hash IS NOT NULL);

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

-- Under row-level security.
create table scan_run_hosts (
  tenant_id uuid not null,
  run_id uuid not null,
  address inet not null,
  outcome text not null,
  reason text,
  asset_id uuid,
  tcp_ports text,
  udp_ports text,
  unsettled_ports text[] not null default '{}'::text[],
  expected_names text[] not null default '{}'::text[],
  taken_at bigint not null,
  finished_at bigint not null,
  PRIMARY KEY (tenant_id, run_id, address),
  FOREIGN KEY (tenant_id, run_id) REFERENCES scan_runs(tenant_id, id) ON DELETE CASCADE,
  CHECK ((outcome = ANY (ARRAY['up'::text, 'down'::text, 'skipped'::text, 'dropped'::text])))
);

-- Under row-level security.
create table scan_runs (
  tenant_id uuid not null,
  id uuid not null,
  scan_id uuid not null,
  site_id uuid not null,
  probe_id uuid not null,
  spec jsonb not null,
  state text not null default 'queued'::text,
  requested_by text not null,
  stop_requested boolean not null default false,
  attempts smallint not null default 0,
  attempts_in_vain smallint not null default 0,
  progress jsonb,
  error text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  abandoned_at bigint,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, scan_id) REFERENCES scans(tenant_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'stopped'::text])))
);

CREATE INDEX scan_runs_by_time ON scan_runs USING btree (tenant_id, created_at DESC, id);
CREATE INDEX scan_runs_newest ON scan_runs USING btree (tenant_id, scan_id, created_at DESC, id);
CREATE UNIQUE INDEX scan_runs_one_open ON scan_runs USING btree (tenant_id, scan_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX scan_runs_open_by_probe ON scan_runs USING btree (tenant_id, probe_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

-- Under row-level security.
create table scans (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  site_id uuid not null,
  probe_id uuid not null,
  scan_type text not null,
  targets text[] not null,
  schedule text,
  time_zone text not null default 'UTC'::text,
  enabled boolean not null default true,
  settings jsonb not null default '{}'::jsonb,
  last_run_at bigint,
  last_attempt_at bigint,
  next_run_at bigint,
  last_error text,
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  FOREIGN KEY (tenant_id, probe_id) REFERENCES probes(tenant_id, id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CHECK ((scan_type = ANY (ARRAY['discovery'::text, 'ports'::text, 'full'::text])))
);

CREATE INDEX scans_due ON scans USING btree (next_run_at) WHERE (enabled AND (next_run_at IS NOT NULL));

-- Under row-level security.
create table scap_contents (
  tenant_id uuid not null,
  sha256 text not null,
  benchmark_id text not null,
  benchmark_version text not null,
  title text not null,
  rules jsonb not null,
  created_at bigint not null,
  PRIMARY KEY (tenant_id, sha256),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id)
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

-- Under row-level security.
create table services (
  tenant_id uuid not null,
  asset_id uuid not null,
  protocol text not null,
  port integer not null,
  name text,
  product text,
  version text,
  cpes text[] not null default '{}'::text[],
  confidence smallint not null,
  facts jsonb not null,
  software jsonb,
  software_key text,
  suppressed jsonb not null default '[]'::jsonb,
  matched_revision bigint not null default 0,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  PRIMARY KEY (tenant_id, asset_id, protocol, port),
  FOREIGN KEY (tenant_id, asset_id) REFERENCES assets(tenant_id, id) ON DELETE CASCADE,
  CHECK (((port >= 0) AND (port <= 65535))),
  CHECK ((protocol = ANY (ARRAY['tcp'::text, 'udp'::text])))
);

CREATE INDEX services_by_match ON services USING btree (matched_revision, tenant_id, asset_id) WHERE (software_key IS NOT NULL);

create table sessions (
  id text not null,
  token text not null,
  user_id text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE (token),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX sessions_of_user ON sessions USING btree (user_id);

-- Under row-level security.
create table sites (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  company_id uuid,
  subnets text[] not null default '{}'::text[],
  time_zone text not null default 'UTC'::text,
  created_at bigint not null,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies(tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

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

create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX two_factors_of_user ON two_factors USING btree (user_id);

create table used_codes (
  user_id text not null,
  code text not null,
  used_at bigint not null,
  PRIMARY KEY (user_id, code),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CHECK ((length(code) = 6))
);

create table users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  UNIQUE (email)
);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (id)
);

CREATE INDEX verifications_by_identifier ON verifications USING btree (identifier);

create table vulnerabilities (
  cve text not null,
  status text not null,
  disputed boolean not null,
  description text not null,
  published_at bigint,
  modified_at bigint,
  scores jsonb not null,
  ssvc jsonb,
  cwes text[] not null,
  reference_urls text[] not null,
  configurations jsonb not null,
  affected jsonb not null,
  PRIMARY KEY (cve)
);

create table vulnerability_products (
  product_key text not null,
  cve text not null,
  PRIMARY KEY (product_key, cve)
);

CREATE OR REPLACE FUNCTION audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION finding_events_are_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the history of findings is append-only';
end $function$;

CREATE OR REPLACE FUNCTION finding_totals_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  everywhere constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'INSERT' then
    insert into finding_totals as t (tenant_id, site_id, list_rank, confidence, open)
      select tenant_id, coalesce(site_id, everywhere), list_rank, confidence, count(*)
      from new_rows where status in ('open', 'in_progress')
      group by grouping sets ((tenant_id, list_rank, confidence), (tenant_id, site_id, list_rank, confidence))
      having grouping(site_id) = 1 or site_id is not null
      order by 1, 2, 3, 4
      on conflict (tenant_id, site_id, list_rank, confidence) do update set open = t.open + excluded.open;
  elsif tg_op = 'DELETE' then
    insert into finding_totals as t (tenant_id, site_id, list_rank, confidence, open)
      select tenant_id, coalesce(site_id, everywhere), list_rank, confidence, -count(*)
      from old_rows where status in ('open', 'in_progress')
      group by grouping sets ((tenant_id, list_rank, confidence), (tenant_id, site_id, list_rank, confidence))
      having grouping(site_id) = 1 or site_id is not null
      order by 1, 2, 3, 4
      on conflict (tenant_id, site_id, list_rank, confidence) do update set open = t.open + excluded.open;
  else
    insert into finding_totals as t (tenant_id, site_id, list_rank, confidence, open)
      select tenant_id, coalesce(site_id, everywhere), list_rank, confidence, sum(change) from (
        select tenant_id, site_id, list_rank, confidence, 1 as change
        from new_rows where status in ('open', 'in_progress')
        union all
        select tenant_id, site_id, list_rank, confidence, -1
        from old_rows where status in ('open', 'in_progress')
      ) as changes
      group by grouping sets ((tenant_id, list_rank, confidence), (tenant_id, site_id, list_rank, confidence))
      having (grouping(site_id) = 1 or site_id is not null) and sum(change) <> 0
      order by 1, 2, 3, 4
      on conflict (tenant_id, site_id, list_rank, confidence) do update set open = t.open + excluded.open;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION finding_versions_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_level = 'ROW' then
    insert into finding_versions (tenant_id, version) values (new.tenant_id, gen_random_uuid())
      on conflict (tenant_id) do update set version = excluded.version;
  elsif tg_op = 'DELETE' then
    insert into finding_versions (tenant_id, version)
      select tenant_id, gen_random_uuid() from (select distinct tenant_id from old_rows) as changed order by tenant_id
      on conflict (tenant_id) do update set version = excluded.version;
  else
    insert into finding_versions (tenant_id, version)
      select tenant_id, gen_random_uuid() from (select distinct tenant_id from new_rows) as changed order by tenant_id
      on conflict (tenant_id) do update set version = excluded.version;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity_totals_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  nowhere constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'INSERT' then
    insert into identity_totals as t (tenant_id, directory_id, rule_id, list_rank, category, source, site_id, open)
      select tenant_id, directory_id, rule_id, list_rank, category, source, coalesce(site_id, nowhere), count(*)
      from new_rows where status in ('open', 'in_progress') group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (tenant_id, directory_id, rule_id, list_rank, category, source, site_id)
        do update set open = t.open + excluded.open;
    return null;
  elsif tg_op = 'DELETE' then
    insert into identity_totals as t (tenant_id, directory_id, rule_id, list_rank, category, source, site_id, open)
      select tenant_id, directory_id, rule_id, list_rank, category, source, coalesce(site_id, nowhere), -count(*)
      from old_rows where status in ('open', 'in_progress') group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (tenant_id, directory_id, rule_id, list_rank, category, source, site_id)
        do update set open = t.open + excluded.open;
  else
    insert into identity_totals as t (tenant_id, directory_id, rule_id, list_rank, category, source, site_id, open)
      select tenant_id, directory_id, rule_id, list_rank, category, source, coalesce(site_id, nowhere), sum(change) from (
        select tenant_id, directory_id, rule_id, list_rank, category, source, site_id, 1 as change
        from new_rows where status in ('open', 'in_progress')
        union all
        select tenant_id, directory_id, rule_id, list_rank, category, source, site_id, -1
        from old_rows where status in ('open', 'in_progress')
      ) as changes
      group by 1, 2, 3, 4, 5, 6, 7 having sum(change) <> 0 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (tenant_id, directory_id, rule_id, list_rank, category, source, site_id)
        do update set open = t.open + excluded.open;
  end if;
  -- The ranks of earlier assessments are left one after the other.
  delete from identity_totals t using (select distinct tenant_id, directory_id from old_rows) as changed
    where t.tenant_id = changed.tenant_id and t.directory_id = changed.directory_id and t.open = 0;
  return null;
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
