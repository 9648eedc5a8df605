-- People, their sessions, and what they may do. The tables of the accounts library (better-auth) keep the types that it
-- expects: text ids and timestamptz; all else is as everywhere: Unix epoch milliseconds (bigint).

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);

-- One way to sign in: a password (provider `credential`) or an account at an OIDC provider.
create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

create table two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create index two_factors_of_user on two_factors (user_id);

-- Codes of apps that somebody was let in by: each is good once, though its time goes on (RFC 6238, section 5.2).
create table used_codes (
  user_id text not null references users (id) on delete cascade,
  code text not null check (length(code) = 6),
  used_at bigint not null,
  primary key (user_id, code)
);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz default now()
);
create index passkeys_of_user on passkeys (user_id);

-- What a person may do in a tenant.
create table members (
  tenant_id uuid not null references tenants (id),
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'administrator', 'operator', 'viewer')),
  -- A viewer may be limited to some companies; null: the whole tenant.
  company_ids uuid[],
  created_at bigint not null,
  created_by text not null,
  primary key (tenant_id, user_id),
  check (company_ids is null or role = 'viewer')
);
select vedette_protect('members');
create index members_of_user on members (user_id);

-- Findings in the console are filtered and sorted by anything. What that needs stands in one index, so that a hundred
-- thousand of them are tried without being looked up; the order is the one that is asked for most.
alter table findings add column is_fixable boolean not null
  generated always as (fixed_version is not null) stored;
-- What people search by, in small letters.
alter table findings add column search text not null
  generated always as (lower(left(weakness || ' ' || coalesce(affected_package, package) || ' ' || title, 160))) stored;
create index findings_of_tables on findings (tenant_id, risk_score desc, id) include (asset_id, site_id, status,
  severity_rank, cvss_score, epss_score, kev, confidence, weakness, first_seen_at, last_seen_at, status_at, scan_seen_at,
  agent_seen_at, import_seen_at, is_fixable, search);

-- A place in a tenant that waits for somebody to take it, by a link that works once.
create table invitations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- In small letters: only who has this address, or takes it now, may accept.
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'administrator', 'operator', 'viewer')),
  company_ids uuid[],
  created_at bigint not null,
  created_by text not null,
  -- Whose invitations end with that person's own place; null: made on the command line.
  created_by_id text references users (id) on delete cascade,
  expires_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, email),
  check (company_ids is null or role = 'viewer')
);
select vedette_protect('invitations');
-- Who opens the link is in no tenant yet.
create index invitations_by_token on invitations (token_hash);
create index invitations_by_email on invitations (email);

-- A link that works once and is no tenant's: to make the first account, or to choose a new password.
create table one_time_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('set_up', 'password')),
  user_id text references users (id) on delete cascade,
  -- For one who has lost that as well.
  clears_second_factor boolean not null default false,
  created_at bigint not null,
  expires_at bigint not null,
  check ((user_id is null) = (purpose = 'set_up'))
);
create index one_time_links_of_user on one_time_links (user_id);

-- What a collector is asked to do once, now, for a person: a check, or what a device offers.
create table errands (
  tenant_id uuid not null,
  id uuid not null,
  collector_id uuid not null,
  -- Who asked, and alone sees it.
  user_id text not null,
  kind text not null check (kind in ('check', 'checkNow', 'discover')),
  -- The sensor that is checked (`checkNow`), or whose credentials were taken; null: of no sensor.
  sensor_id uuid,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- What is asked (Errand, wire/collector) with its credentials, sealed for `errand:ID`; null once it has ended.
  sealed bytea,
  -- ErrandReport (wire/collector).
  report jsonb,
  -- Why nothing came of it.
  failure text,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, collector_id) references collectors (tenant_id, id) on delete cascade,
  check ((ended_at is null) = (state in ('queued', 'running'))),
  check (ended_at is null or sealed is null)
);
select vedette_protect('errands');
create index errands_open on errands (tenant_id, collector_id, created_at) where ended_at is null;
create index errands_overdue on errands (expires_at) where ended_at is null;
create index errands_ended on errands (ended_at) where ended_at is not null;

-- Identity findings in the console are filtered and sorted by anything, too: two hundred thousand of them, from one index.
alter table identity_findings add column search text not null
  generated always as (lower(left(target_name, 100))) stored;
create index identity_findings_of_tables on identity_findings (tenant_id, list_rank, id) include (directory_id, rule_id,
  status, severity_rank, target_type, first_seen_at, last_seen_at, search);

-- Runs of all scans, the newest first.
create index scan_runs_by_time on scan_runs (tenant_id, created_at desc, id);

-- What was done to one thing: its page shows it, the newest first.
create index audit_log_by_subject on audit_log (tenant_id, subject_id, at desc, id);
