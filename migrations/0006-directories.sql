-- Directories (Active Directory, Entra), their assessments and what those found. All times are Unix epoch milliseconds
-- (bigint).

create table directories (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  type text not null check (type in ('active_directory', 'entra')),
  -- Where it belongs; null: nowhere in particular.
  site_id uuid,
  -- Who reads it.
  probe_id uuid not null,
  -- How it is reached, without the secret: DirectorySettings (exposure/directories).
  settings jsonb not null,
  -- The password or client secret, sealed for `directory:ID`.
  secret bytea not null,
  -- Five-field cron in an IANA time zone; null: only when asked to.
  schedule text,
  time_zone text not null default 'UTC',
  enabled boolean not null default true,
  next_run_at bigint,
  last_attempt_at bigint,
  -- When the latest assessment that completed had begun.
  last_run_at bigint,
  -- Why the attempt before went wrong; null from when one completes.
  last_error text,
  -- DirectoryFacts (engines/directory-types) of the latest that completed.
  facts jsonb,
  created_at bigint not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, site_id) references sites (tenant_id, id),
  foreign key (tenant_id, probe_id) references probes (tenant_id, id)
);
select vedette_protect('directories');
create index directories_due on directories (next_run_at) where enabled and next_run_at is not null;

-- One assessment of one directory.
create table assessments (
  tenant_id uuid not null,
  id uuid not null,
  directory_id uuid not null,
  probe_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'stopped')),
  requested_by text not null,
  created_at bigint not null,
  -- When it was first handed out, and last.
  started_at bigint,
  handed_at bigint,
  ended_at bigint,
  attempts integer not null default 0,
  stop_requested boolean not null default false,
  -- The server ended it, not the probe.
  abandoned boolean not null default false,
  -- AssessmentProgress (engines/directory-types).
  progress jsonb,
  error text,
  -- AssessmentSummary (exposure/identity), with `completed`: what it came to.
  summary jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, directory_id) references directories (tenant_id, id) on delete cascade
);
select vedette_protect('assessments');
create unique index assessments_one_open on assessments (tenant_id, directory_id) where state in ('queued', 'running');
create index assessments_open on assessments (tenant_id, probe_id, created_at) where state in ('queued', 'running');
create index assessments_newest on assessments (tenant_id, directory_id, created_at desc, id);

-- What became of each rule when it was last asked of a directory: one row for each.
create table identity_rules (
  tenant_id uuid not null,
  directory_id uuid not null,
  rule_id text not null,
  title text not null,
  category text not null,
  severity text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO')),
  asks text not null,
  remediation text not null,
  -- { title, url }[]
  links jsonb not null,
  outcome text not null check (outcome in ('evaluated', 'not_evaluated', 'not_applicable')),
  -- Why it was not evaluated, a sentence.
  reason text,
  judged integer not null,
  found integer not null,
  unread integer not null,
  assessment_id uuid not null,
  -- When it was asked last, and when it was last evaluated.
  asked_at bigint not null,
  evaluated_at bigint,
  primary key (tenant_id, directory_id, rule_id),
  foreign key (tenant_id, directory_id) references directories (tenant_id, id) on delete cascade
);
select vedette_protect('identity_rules');

-- What people decided not to mind, by rule, by target, or both.
create table identity_exceptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Null: all directories.
  directory_id uuid,
  -- Null: all rules.
  rule_id text,
  -- Names of targets, `*` for any text, without case; null: all targets.
  target text,
  reason text not null,
  owner text not null,
  expires_at bigint,
  created_at bigint not null,
  created_by text not null,
  -- It ended: by a person, or since its time had come.
  ended_at bigint,
  ended_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, directory_id) references directories (tenant_id, id) on delete cascade,
  check (rule_id is not null or target is not null)
);
select vedette_protect('identity_exceptions');
create index identity_exceptions_expiring on identity_exceptions (expires_at)
  where ended_at is null and expires_at is not null;

-- Nothing has written identity findings before.
alter table identity_findings add column directory_id uuid not null;
alter table identity_findings add column rule_id text not null;
-- What the target keeps: objectGUID, object id.
alter table identity_findings add column target_id text not null;
alter table identity_findings add column target_path text;
alter table identity_findings add column target_host text;
-- Sentences.
alter table identity_findings add column evidence text[] not null;
-- Changes with what is said of it.
alter table identity_findings add column content_hash text not null;
-- The assessment that saw it last, when that began; null: one has looked since and has not seen it.
alter table identity_findings add column seen_at bigint;
alter table identity_findings add column assessment_id uuid;
alter table identity_findings add column reopened_at bigint;
alter table identity_findings add column resolved_at bigint;
-- The exception that accepts it; null: none, or a person decided.
alter table identity_findings add column exception_id uuid;
alter table identity_findings add foreign key (tenant_id, directory_id) references directories (tenant_id, id) on delete cascade;
create unique index identity_findings_place on identity_findings (tenant_id, directory_id, rule_id, target_id);
-- Severity and time in one ascending number: the order of lists, and what identity_totals counts by. A severity has 2 × 10^15, which
-- is later than the year 65,000, and all of them are numbers that a double tells apart.
alter table identity_findings add column list_rank bigint not null
  generated always as (severity_rank * 2000000000000000 - last_seen_at) stored;
drop index identity_findings_most_severe;
-- Filters by what has no index of its own are tried in this one, without looking the rows up.
create index identity_findings_most_severe on identity_findings (tenant_id, list_rank, id) include (source, category)
  where status in ('open', 'in_progress');
create index identity_findings_of_site on identity_findings (tenant_id, site_id, list_rank, id)
  where status in ('open', 'in_progress');
create index identity_findings_of_directory on identity_findings (tenant_id, directory_id, list_rank, id)
  where status in ('open', 'in_progress');
create index identity_findings_of_rule on identity_findings (tenant_id, rule_id, list_rank, id) include (directory_id)
  where status in ('open', 'in_progress');
create index identity_findings_excepted on identity_findings (tenant_id, exception_id) where exception_id is not null;
-- Summed up with each assessment.
create index identity_findings_accepted on identity_findings (tenant_id, directory_id, rule_id) where status = 'accepted';
create index identity_findings_of_host on identity_findings (tenant_id, target_host) where target_host is not null;
-- How many identity findings are open or in progress, by all that lists are filtered by, kept by the trigger below whoever
-- changes them: counting 200,000 rows takes longer than reading a page of them, and so does skipping them to reach a late
-- page. What one assessment saw of one rule has one rank, so there are few.
create table identity_totals (
  tenant_id uuid not null,
  directory_id uuid not null,
  -- The nil UUID: at no site.
  site_id uuid not null,
  rule_id text not null,
  category text not null,
  source text not null,
  list_rank bigint not null,
  open bigint not null,
  primary key (tenant_id, directory_id, rule_id, list_rank, category, source, site_id)
) with (fillfactor = 50);
select vedette_protect('identity_totals');

-- Rows are locked in the order of their key, so that two who count do not wait for each other in a circle.
create function identity_totals_follow() returns trigger language plpgsql as $$
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
end $$;
create trigger identity_findings_counted_in after insert on identity_findings referencing new table as new_rows
  for each statement execute function identity_totals_follow();
create trigger identity_findings_counted_out after delete on identity_findings referencing old table as old_rows
  for each statement execute function identity_totals_follow();
create trigger identity_findings_recounted after update on identity_findings
  referencing old table as old_rows new table as new_rows
  for each statement execute function identity_totals_follow();
