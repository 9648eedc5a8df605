-- Request counts of API keys, for several servers that share one limit (VEDETTE_RATE_LIMIT_STORE=postgres). Unlogged: a
-- crash of PostgreSQL forgets one minute of counting, and no request waits for the disk. A shared table: a key's id is
-- unique in the installation, and nothing of a tenant is in it.

create unlogged table rate_windows (
  key text not null,
  -- Counts the requests of the key; the newest has the highest.
  number bigint not null,
  at bigint not null,
  primary key (key, number)
);
create index rate_windows_by_time on rate_windows (key, at, number);

-- Counts one request of each given key, or refuses it. Exact: one key is looked at by one transaction at a time. A request
-- is refused when the one counted max_requests before it is younger than the window, so the work does not grow with the
-- limit. Locks are taken in their own order, so that two calls never wait for each other in a circle.
-- at_ms: the time, or null for PostgreSQL's clock, which all servers share.
create function vedette_take_rate(keys text[], max_requests integer, window_ms integer, at_ms bigint)
returns table (place integer, allowed boolean, counted integer, oldest_at bigint, now_at bigint)
language plpgsql as $$
declare
  asked record;
  next_number bigint;
  newest_at bigint;
  oldest_number bigint;
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
    allowed := not exists (select from rate_windows w
      where w.key = asked.key and w.number = next_number - max_requests and w.at > now_at - window_ms);
    if allowed then
      insert into rate_windows (key, number, at) values (asked.key, next_number, now_at);
      delete from rate_windows w where w.key = asked.key and w.number <= next_number - max_requests;
      next_number := next_number + 1;
    end if;
    select w.number, w.at into oldest_number, oldest_at from rate_windows w
      where w.key = asked.key and w.at > now_at - window_ms order by w.at, w.number limit 1;
    counted := next_number - oldest_number;
    return next;
  end loop;
end $$;
