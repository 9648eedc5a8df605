-- The exposure-assessment service. All times are Unix epoch milliseconds (bigint).

create table sites (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  company_id uuid,
  -- Networks of the site, as declared: `10.0.0.0/24`.
  subnets text[] not null default '{}',
  time_zone text not null default 'UTC',
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, company_id) references companies (tenant_id, id)
);
select vedette_protect('sites');

create table probes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  -- The one that `vedette serve` starts itself; one row for each tenant.
  embedded boolean not null default false,
  company_id uuid,
  status text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  enrolment_token_hash bytea,
  enrolment_expires_at bigint,
  credential_hash bytea,
  version text,
  hostname text,
  last_seen_at bigint,
  -- What the probe said of itself when it last checked in: abilities, spool.
  health jsonb,
  target_allow text[] not null default '{}',
  target_deny text[] not null default '{}',
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, company_id) references companies (tenant_id, id) on delete set null (company_id)
);
select vedette_protect('probes');
create index probes_by_credential on probes (credential_hash) where credential_hash is not null;
create index probes_by_token on probes (enrolment_token_hash) where enrolment_token_hash is not null;

create table scans (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  site_id uuid not null,
  probe_id uuid not null,
  scan_type text not null check (scan_type in ('discovery', 'ports', 'full')),
  targets text[] not null,
  -- Five-field cron in an IANA time zone; null: only when asked to.
  schedule text,
  time_zone text not null default 'UTC',
  enabled boolean not null default true,
  -- The rest of the ScanSpec: ports, exclusions, budget, timeouts.
  settings jsonb not null default '{}',
  last_run_at bigint,
  last_attempt_at bigint,
  next_run_at bigint,
  last_error text,
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, site_id) references sites (tenant_id, id),
  foreign key (tenant_id, probe_id) references probes (tenant_id, id)
);
select vedette_protect('scans');
-- The scheduler asks across tenants: what is due?
create index scans_due on scans (next_run_at) where enabled and next_run_at is not null;

create table scan_runs (
  tenant_id uuid not null,
  id uuid not null,
  scan_id uuid not null,
  site_id uuid not null,
  probe_id uuid not null,
  -- The ScanSpec as it was when the run was asked for.
  spec jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'stopped')),
  requested_by text not null,
  stop_requested boolean not null default false,
  -- How often it was handed to a probe, and how often of that since a host of it was last done.
  attempts smallint not null default 0,
  attempts_in_vain smallint not null default 0,
  progress jsonb,
  error text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  -- When the server ended it without the probe's word; what the probe still says of it is taken in.
  abandoned_at bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, scan_id) references scans (tenant_id, id) on delete cascade
);
select vedette_protect('scan_runs');
-- Runs of one scan never overlap.
create unique index scan_runs_one_open on scan_runs (tenant_id, scan_id) where state in ('queued', 'running');
create index scan_runs_open_by_probe on scan_runs (tenant_id, probe_id) where state in ('queued', 'running');
create index scan_runs_newest on scan_runs (tenant_id, scan_id, created_at desc, id);

-- What became of each host of a run: the proof of what was looked at.
create table scan_run_hosts (
  tenant_id uuid not null,
  run_id uuid not null,
  address inet not null,
  outcome text not null check (outcome in ('up', 'down', 'skipped', 'dropped')),
  reason text,
  asset_id uuid,
  -- Ports that were really looked at, as ranges; null: none.
  tcp_ports text,
  udp_ports text,
  -- Open ports whose service was not identified to the end.
  unsettled_ports text[] not null default '{}',
  -- What its clients may call it, as far as it was known; certificates are compared with that.
  expected_names text[] not null default '{}',
  -- When its findings were saved: those seen in this run carry at least this time.
  taken_at bigint not null,
  finished_at bigint not null,
  primary key (tenant_id, run_id, address),
  foreign key (tenant_id, run_id) references scan_runs (tenant_id, id) on delete cascade
);
select vedette_protect('scan_run_hosts');

create table assets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Null once another asset took it.
  ip inet,
  hostname text,
  hostnames text[] not null default '{}',
  os text,
  os_cpe text,
  os_confidence smallint,
  platform text check (platform in ('linux', 'windows', 'macos', 'bsd')),
  device_type text,
  device_confidence smallint,
  device_evidence text[] not null default '{}',
  open_ports integer[] not null default '{}',
  udp_ports integer[] not null default '{}',
  mac_address text,
  vendor text,
  tags text[] not null default '{}',
  site_id uuid,
  probe_id uuid,
  company_id uuid,
  agent_id uuid,
  agent_version text,
  agent_last_seen_at bigint,
  hardware_uuid text,
  -- 0 to 100, and the part of it that accepted findings would add.
  risk_score double precision not null default 0,
  accepted_risk double precision not null default 0,
  -- The terms of the score, largest first, to be recomputed by hand.
  risk_factors jsonb not null default '{}',
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  last_scanned_at bigint,
  primary key (tenant_id, id),
  unique (tenant_id, ip),
  foreign key (tenant_id, site_id) references sites (tenant_id, id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id) on delete set null (company_id)
);
select vedette_protect('assets');
create unique index assets_by_agent on assets (tenant_id, agent_id) where agent_id is not null;
create index assets_by_hardware on assets (tenant_id, hardware_uuid) where hardware_uuid is not null;
create index assets_by_mac on assets (tenant_id, mac_address) where mac_address is not null;
create index assets_by_hostname on assets (tenant_id, hostname) where hostname is not null;
create index assets_by_risk on assets (tenant_id, risk_score desc, id);
create index assets_by_site_and_risk on assets (tenant_id, site_id, risk_score desc, id);

-- Why an asset is the one it is: made, recognised anew, lost its address. Append-only.
create table asset_events (
  tenant_id uuid not null,
  asset_id uuid not null,
  id uuid not null,
  at bigint not null,
  kind text not null,
  text text not null,
  primary key (tenant_id, asset_id, id),
  foreign key (tenant_id, asset_id) references assets (tenant_id, id) on delete cascade
);
select vedette_protect('asset_events');

create table services (
  tenant_id uuid not null,
  asset_id uuid not null,
  protocol text not null check (protocol in ('tcp', 'udp')),
  port integer not null check (port between 0 and 65535),
  name text,
  product text,
  version text,
  cpes text[] not null default '{}',
  confidence smallint not null,
  -- The whole of ServiceFacts.
  facts jsonb not null,
  -- Software (engines/vulnerability-types) to match, and a hash of it; null: nothing to match on.
  software jsonb,
  software_key text,
  -- Vulnerabilities that some source names and a better one excludes, with their verdicts.
  suppressed jsonb not null default '[]',
  -- The revision of the feeds (sum over feeds) that it was last matched with.
  matched_revision bigint not null default 0,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  primary key (tenant_id, asset_id, protocol, port),
  foreign key (tenant_id, asset_id) references assets (tenant_id, id) on delete cascade
);
select vedette_protect('services');
create index services_by_match on services (matched_revision, tenant_id, asset_id) where software_key is not null;

create table findings (
  tenant_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  site_id uuid,
  -- '' and 0: the host itself.
  protocol text not null check (protocol in ('', 'tcp', 'udp')),
  port integer not null check (port between 0 and 65535),
  -- CVE id or check id.
  weakness text not null,
  package text not null default '',
  cve text,
  service text,
  title text not null,
  remediation text not null,
  severity text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO')),
  -- 0 is CRITICAL, 4 is INFO: the order of lists.
  severity_rank smallint not null,
  -- Severity, CVSS score and about how likely it is exploited in one ascending number, 2,048 to a severity and 16 to a
  -- score: the first term of the order of lists, and what finding_totals counts by. The steps cut EPSS's scores into parts
  -- of about the same size.
  list_rank smallint not null generated always as
    ((severity_rank * 128 + case when cvss_score is null then 101
      else 100 - round(least(greatest(cvss_score, 0), 10) * 10)::integer end) * 16
      + 15 - width_bucket(coalesce(epss_score, 0), '{0.0001,0.0002,0.0003,0.0005,0.0007,0.001,0.0015,0.002,0.003,0.005,0.007,0.01,0.02,0.05,0.2}'::double precision[])) stored,
  -- To one decimal, as CVSS rounds: a rank has one score.
  cvss_score double precision check (cvss_score = round(cvss_score::numeric, 1)),
  cvss_vector text,
  epss_score double precision,
  epss_percentile double precision,
  kev boolean not null default false,
  ransomware boolean not null default false,
  ssvc text check (ssvc in ('none', 'poc', 'active')),
  confidence smallint not null,
  risk_score double precision not null,
  -- S, T, Q, X of the risk formula and where each came from.
  risk_factors jsonb not null,
  -- By detector (`scan`, `agent`, `import`): what it saw, how sure it is and the verdicts that led to it.
  evidence jsonb not null default '{}',
  -- A hash of all that detectors and feeds say of it: equal means that there is nothing to write but the time.
  content_hash text not null default '',
  -- When each detector last saw it; null: it does not, or no longer.
  scan_seen_at bigint,
  agent_seen_at bigint,
  import_seen_at bigint,
  status text not null default 'open'
    check (status in ('open', 'in_progress', 'resolved', 'accepted', 'false_positive')),
  status_at bigint not null,
  accepted_until bigint,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  reopened_at bigint,
  resolved_at bigint,
  primary key (tenant_id, id),
  unique (tenant_id, asset_id, protocol, port, weakness, package),
  foreign key (tenant_id, asset_id) references assets (tenant_id, id) on delete cascade
) with (fillfactor = 80);
select vedette_protect('findings');
create index findings_most_severe on findings (tenant_id, list_rank, epss_score desc nulls last,
    last_seen_at desc, id) include (confidence)
  where status in ('open', 'in_progress');
create index findings_most_severe_of_site on findings (tenant_id, site_id, list_rank, epss_score desc nulls last,
    last_seen_at desc, id) include (confidence)
  where status in ('open', 'in_progress');
create index findings_by_cve on findings (tenant_id, cve) where cve is not null;
create index findings_accepted_until on findings (accepted_until) where status = 'accepted' and accepted_until is not null;

-- How many findings of a rank and a confidence are open or in progress, kept by the trigger below whoever changes them:
-- counting a million rows takes longer than reading a page of them, and so does skipping them to reach a late page.
create table finding_totals (
  tenant_id uuid not null,
  -- The nil UUID: all of the tenant, at whatever site or none.
  site_id uuid not null,
  list_rank smallint not null,
  confidence smallint not null,
  open bigint not null,
  primary key (tenant_id, site_id, list_rank, confidence)
) with (fillfactor = 50);
select vedette_protect('finding_totals');

-- Rows are locked in the order of their key, so that two who count do not wait for each other in a circle.
create function finding_totals_follow() returns trigger language plpgsql as $$
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
end $$;
create trigger findings_counted_in after insert on findings referencing new table as new_rows
  for each statement execute function finding_totals_follow();
create trigger findings_counted_out after delete on findings referencing old table as old_rows
  for each statement execute function finding_totals_follow();
create trigger findings_recounted after update on findings referencing old table as old_rows new table as new_rows
  for each statement execute function finding_totals_follow();

-- A version that is another one after every change of what lists of findings show, whoever makes it: to know whether a
-- client has a million rows already they need not be read.
create table finding_versions (
  tenant_id uuid primary key,
  version uuid not null
);
select vedette_protect('finding_versions');

create function finding_versions_follow() returns trigger language plpgsql as $$
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
end $$;
create trigger findings_new_version_in after insert on findings referencing new table as new_rows
  for each statement execute function finding_versions_follow();
create trigger findings_new_version_out after delete on findings referencing old table as old_rows
  for each statement execute function finding_versions_follow();
create trigger findings_new_version after update on findings referencing new table as new_rows
  for each statement execute function finding_versions_follow();
-- Lists of findings show the address and the name of the asset.
create trigger findings_new_version after update on assets for each row
  when ((old.ip, old.hostname) is distinct from (new.ip, new.hostname)) execute function finding_versions_follow();

-- Status changes of vulnerability and identity findings, by people and by the system. Append-only.
create table finding_events (
  tenant_id uuid not null,
  finding_id uuid not null,
  id uuid not null,
  at bigint not null,
  from_status text,
  to_status text not null,
  actor_kind text not null,
  actor_name text not null,
  -- Why, in words: a person's notes, or what the system saw.
  notes text,
  accepted_until bigint,
  primary key (tenant_id, finding_id, id)
);
select vedette_protect('finding_events');
create function finding_events_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the history of findings is append-only';
end $$;
create trigger finding_events_append_only before update on finding_events
  for each row execute function finding_events_are_append_only();

create table identity_findings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  source text not null check (source in ('active_directory', 'entra')),
  target_type text not null,
  target_name text not null,
  category text not null,
  severity text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO')),
  severity_rank smallint not null,
  title text not null,
  remediation text not null,
  site_id uuid,
  status text not null default 'open'
    check (status in ('open', 'in_progress', 'resolved', 'accepted', 'false_positive')),
  status_at bigint not null,
  accepted_until bigint,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references sites (tenant_id, id)
);
select vedette_protect('identity_findings');
create index identity_findings_most_severe on identity_findings (tenant_id, severity_rank, last_seen_at desc, id)
  where status in ('open', 'in_progress');
create index identity_findings_accepted_until on identity_findings (accepted_until)
  where status = 'accepted' and accepted_until is not null;

create table audit_runs (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  agent_id uuid not null,
  hostname text not null,
  bundle_id text not null,
  bundle_name text not null,
  run_at bigint not null,
  satisfied integer not null,
  failed integer not null,
  not_applicable integer not null,
  not_checkable integer not null,
  unknown integer not null,
  primary key (tenant_id, id)
);
select vedette_protect('audit_runs');
create index audit_runs_newest on audit_runs (tenant_id, run_at desc, id);

-- The feeds: data of the whole installation. Each table is loaded beside the one in use and then takes its place.
create table feeds (
  name text primary key check (name in ('nvd', 'kev', 'epss', 'debian', 'osv')),
  -- What the feed says of its own age.
  as_of bigint,
  imported_at bigint,
  records bigint not null default 0,
  -- Grows with each import: findings that were matched with an older one are matched again.
  revision bigint not null default 0,
  last_attempt_at bigint,
  last_error text
);
insert into feeds (name) values ('nvd'), ('kev'), ('epss'), ('debian'), ('osv');

-- Files of a feed that were taken in, to ask only for what is newer.
create table feed_files (
  feed text not null references feeds (name),
  file text not null,
  sha256 text not null,
  etag text,
  last_modified text,
  records bigint not null,
  imported_at bigint not null,
  primary key (feed, file)
);

create table vulnerabilities (
  cve text primary key,
  status text not null,
  disputed boolean not null,
  description text not null,
  published_at bigint,
  modified_at bigint,
  -- Lists and objects of VulnerabilityRecord (engines/vulnerability-types).
  scores jsonb not null,
  ssvc jsonb,
  cwes text[] not null,
  reference_urls text[] not null,
  configurations jsonb not null,
  affected jsonb not null
);

-- Which products a vulnerability concerns: `openbsd:openssh`, from configurations and from what the CNA says.
create table vulnerability_products (
  product_key text not null,
  cve text not null,
  primary key (product_key, cve)
);

create table kev_entries (
  cve text primary key,
  name text not null,
  date_added bigint not null,
  due_date bigint,
  required_action text not null,
  ransomware boolean not null
);

create table epss_scores (
  cve text primary key,
  score real not null,
  percentile real not null
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
  primary key (package, cve, release)
);

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
  primary key (ecosystem, package, id)
);
