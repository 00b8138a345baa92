import { totalmem } from 'node:os';

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
    shared_buffers: `${bufferMb(totalmem(), process.constrainedMemory())}MB`,
    huge_pages: 'off',
    // What is read often is in memory, and disks have no heads any more.
    random_page_cost: 1.1,
    // Short queries, many at once: to compile one, or to start a process that helps with it, costs more than it saves.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
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

/** In MB: a sixteenth of the memory that there is, within reason. Only what is used of it is taken. */
export function bufferMb(memory: number, limit: number): number {
  // No limit is a number beyond all memory, or none.
  const bytes = limit > 0 ? Math.min(memory, limit) : memory;
  return Math.min(1_024, Math.max(128, Math.floor(bytes / 16 / 1_048_576)));
}
