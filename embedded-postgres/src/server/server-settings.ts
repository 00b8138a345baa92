import { totalmem } from 'node:os';
import { archiveSettings } from '../backup/log-archive';

/** Settings as arguments of the command line: so a new release changes them for existing clusters, too. */
export function serverSettings(marker: string, port: number, durable: boolean, archive?: string): string[] {
  const settings = {
    cluster_name: marker,
    // Only loopback, with a password. A Unix socket would need a directory that other users can reach.
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    max_connections: 100,
    shared_buffers: `${bufferMb(totalmem(), process.constrainedMemory())}MB`,
    huge_pages: 'off',
    // Pages that are read often are in memory, and SSDs read anywhere at the same cost.
    random_page_cost: 1.1,
    // The service runs many short queries: JIT compilation and parallel workers cost more than they save.
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
    // A failed statement and its values may hold personal data: the client gets them, the log does not.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(archive !== undefined && archiveSettings(archive)),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** `shared_buffers` in MB: a sixteenth of the memory, 128 to 1,024. The operating system assigns pages when they are first used. */
export function bufferMb(memory: number, limit: number): number {
  // Without a limit, Node reports 0 or a number beyond all memory.
  const bytes = limit > 0 ? Math.min(memory, limit) : memory;
  return Math.min(1_024, Math.max(128, Math.floor(bytes / 16 / 1_048_576)));
}
