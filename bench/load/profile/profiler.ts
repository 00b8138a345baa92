/**
 * Runs inside the measured service, which loads it before anything else (`node --require`). SIGUSR2 begins a CPU profile, and the
 * next SIGUSR2 ends it and writes it to `PROFILE_FILE`.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

/** In µs. */
const SAMPLED_EVERY = 500;

let session: Session | undefined;

process.on('SIGUSR2', () => {
  if (session === undefined) session = begun();
  else {
    end(session);
    session = undefined;
  }
});

function begun(): Session {
  const opened = new Session();
  opened.connect();
  opened.post('Profiler.enable');
  opened.post('Profiler.setSamplingInterval', { interval: SAMPLED_EVERY });
  opened.post('Profiler.start');
  return opened;
}

function end(opened: Session): void {
  const file = process.env['PROFILE_FILE'] ?? '';
  opened.post('Profiler.stop', (error, { profile }) => {
    if (error !== null) throw error;
    // What waits for the file finds it whole.
    writeFileSync(`${file}.part`, JSON.stringify(profile));
    renameSync(`${file}.part`, file);
  });
  opened.disconnect();
}
