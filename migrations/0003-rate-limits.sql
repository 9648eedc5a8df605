-- Request counts of API keys, for several servers that share one limit (VEDETTE_RATE_LIMIT_STORE=postgres). Unlogged: a
-- crash of PostgreSQL forgets one minute of counting, and no request waits for the disk. A shared table: a key's id is
-- unique in the installation, and nothing of a tenant is in it.

create unlogged table rate_windows (
  key text not null,
  -- Counts the requests of the key; the newest has the highest. Times grow with it.
  number bigint not null,
  at bigint not null,
  primary key (key, number)
);

-- Counts one request of each given key, or refuses it. Exact: one key is looked at by one transaction at a time. A request
-- is refused when the one counted max_requests before it is younger than the window; how many count is found by halving.
-- So the work hardly grows with the limit. Locks are taken in their own order, so that two calls never wait for each other
-- in a circle.
-- at_ms: the time, or null for PostgreSQL's clock, which all servers share.
create function vedette_take_rate(keys text[], max_requests integer, window_ms integer, at_ms bigint)
returns table (place integer, allowed boolean, counted integer, oldest_at bigint, now_at bigint)
language plpgsql
-- Plans are made while the table is empty, and kept: a scan of all of it would be chosen, and stay.
set enable_seqscan = off set enable_bitmapscan = off
as $$
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
end $$;
