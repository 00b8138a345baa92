/** Given on the command line, so that a new release's values also reach clusters that an older one created. */
export function serverSettings(marker: string, port: number, durable: boolean): string[] {
  const settings = {
    cluster_name: marker,
    // Loopback with a password only; a Unix socket would have to lie in a directory that others can reach.
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    max_connections: 100,
    shared_buffers: '128MB',
    huge_pages: 'off',
    // Short queries: compiling one costs more than it saves.
    jit: 'off',
    // Costs 2 ms of start-up; `CREATE EXTENSION pg_stat_statements` makes it visible.
    shared_preload_libraries: 'pg_stat_statements',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // A failed statement and the values in it may hold personal data; the caller gets them, the log does not.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
