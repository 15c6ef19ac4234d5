/** For two cores and a few gigabytes, shared with the web server. What is lost in a power cut is nothing: fsync and synchronous_commit stay on. */
export const settings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  wal_compression: "on",
  min_wal_size: "128MB",
  max_wal_size: "2GB",
  checkpoint_completion_target: "0.9",
  random_page_cost: "1.1",
  jit: "off",
  // A list may be empty in one minute and have ten thousand entries in the next, and statements are planned once: what is planned for an empty table may read all of it.
  autovacuum_naptime: "5s",
  timezone: "UTC",
  log_timezone: "UTC",
  // Statements and details quote codes and addresses; the log must not.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** For tests: as fast as it goes, and lost with the power. */
export const throwAway: Record<string, string> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "128MB",
  max_wal_size: "4GB",
};
