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
