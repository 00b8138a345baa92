/**
 * Preloaded by `no-telemetry.spec.ts`: writes to the file `CONNECTED`, at the end of the process, each address that it has connected to,
 * each name that it has looked up, and each socket for datagrams. It sees what Node asks of the system, whichever module asks.
 */
const { createHook } = require('node:async_hooks');
const { writeFileSync } = require('node:fs');

const WANTED = {
  TCPCONNECTWRAP: ({ address, port }) => `${address}:${port}`,
  PIPECONNECTWRAP: ({ address }) => String(address),
  GETADDRINFOREQWRAP: ({ hostname }) => `name ${hostname}`,
  QUERYWRAP: ({ hostname }) => `name ${hostname}`,
  UDPWRAP: () => 'a socket for datagrams',
};

/** Node names the target of a request after it has made the request. */
const requests = [];

createHook({
  init: (_id, type, _trigger, request) => {
    if (type in WANTED) requests.push([type, request]);
  },
}).enable();

process.once('exit', () => {
  writeFileSync(
    process.env.CONNECTED,
    JSON.stringify(requests.map(([type, request]) => WANTED[type](request))),
  );
});
