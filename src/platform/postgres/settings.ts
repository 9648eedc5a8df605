/**
 * How the embedded PostgreSQL runs: durable, for one machine that it shares with the server and the collector. About
 * 100 MB in all when the server works; figures in docs/decisions/0001-embedded-postgresql.md.
 */
export const settings: Readonly<Record<string, string>> = {
  // Reached through the socket in its own directory, which only its owner and we can enter.
  listen_addresses: "",
  unix_socket_directories: ".",
  // The directory guards it; and who may connect is checked by peer.
  unix_socket_permissions: "0777",
  max_connections: "40",
  superuser_reserved_connections: "3",
  cluster_name: "vedette",

  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Steady writing: checkpoints far apart and spread out; a restart after a crash replays at most this much.
  max_wal_size: "1GB",
  min_wal_size: "128MB",
  checkpoint_timeout: "15min",
  checkpoint_completion_target: "0.9",
  max_wal_senders: "0",

  shared_buffers: "128MB",
  // What a table of 200,000 rows is put in order with.
  work_mem: "16MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "512MB",
  // Short statements by many at once: a second process for one of them costs more than it saves.
  max_parallel_workers_per_gather: "0",
  max_worker_processes: "4",
  max_logical_replication_workers: "0",
  autovacuum_max_workers: "2",
  // State rows are rewritten at every check; clean them often and little.
  autovacuum_naptime: "15s",
  jit: "off",
  random_page_cost: "1.1",

  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  // What a statement does wrong is told to whoever sent it; its values must not be in a log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};
