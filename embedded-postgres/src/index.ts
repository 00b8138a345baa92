/**
 * The launcher of the embedded PostgreSQL: starts, stops, backs up and restores one server for each data directory.
 *
 * - `startEmbeddedServer` starts the server of a data directory, or joins the one that runs. It gives the address (`url`).
 * - `EmbeddedServer.stop` stops it.
 * - `backUpCluster` copies the cluster of a running server; `restoreCluster` puts such a copy into an empty data directory, and
 *   lets it recover to a later instant from the archive of the log.
 * - `copyFolder`, `syncFolder`, `syncFolders` copy other files as durably.
 */
export { type ClusterCopy, backUpCluster } from './backup/base-backup';
export { type CopiedFiles, copyFolder, syncFolder, syncFolders } from './backup/copy-folder';
export type { RecoveryTarget } from './backup/log-archive';
export { type ClusterRestoration, restoreCluster } from './backup/restore-cluster';
export { hasCluster } from './cluster/cluster';
export {
  type EmbeddedServer,
  EmbeddedServerError,
  type EmbeddedServerOptions,
  startEmbeddedServer,
} from './embedded-postgres';
