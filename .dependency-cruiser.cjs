/**
 * Who may import whom: the table of the same name in docs/contributing/architecture.md, as rules. `npm run lint` runs them.
 *
 * A type-only import (`import type`) is gone once compiled; rules that are about what code can do let it pass.
 */

/** The seven wings, lowest first: each may import itself and those before it. */
const WINGS = ['platform', 'people', 'business', 'booking', 'telling', 'web', 'operating'];
const WING = `^src/(?:${WINGS.join('|')})/`;
/** A feature: one folder of a wing. `$1` is its name. */
const FEATURE = `${WING}([^/]+)/`;
const ENGINE = '^src/booking/engine/';
const DIARY = '^src/booking/diary/';
const TIME = '^src/platform/time/';
const EMBEDDED = '^embedded-postgres/src/';
/** A package that reads one other system. `$1` is its name. */
const IMPORTER = '^importers/([^/]+)/';
/** Rows and response classes that more than one feature shows. They load nothing and decide nothing. */
const SHOWN_ELSEWHERE = '/dto/|-row\\.ts$';

/** What a module takes from other features: modules, queries, and abstract classes that it implements. */
const TAKEN_BY_MODULES = [
  '\\.module\\.ts$',
  '\\.queries\\.ts$',
  '^src/platform/',
  '^src/booking/(appointments/changes/booked-offers|diary/writes/(customer-messages|booking-counters))\\.ts$',
  '^src/booking/waitlist/offers/offer-messages\\.ts$',
  '^src/business/periods/(appointment-conflicts|affected-appointments)\\.ts$',
  '^src/people/customers/visible-customers\\.ts$',
];
/** Deletes what is over. */
const SWEEP = '-sweep\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'A cycle means that a concept is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'Nothing imports this file: delete it. TypeORM finds entities and migrations by their names.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['^src/(main|cli|worker)\\.ts$', '^migrations/', '\\.entity\\.ts$', '\\.d\\.ts$'],
      },
      to: {},
    },
    {
      name: 'only-what-is-installed',
      comment: 'Production code imports only production dependencies.',
      severity: 'error',
      from: { path: '^(src|embedded-postgres|importers|migrations)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['type-only'],
      },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-barrels',
      comment: 'Imports name the file they need. Only the engine and the launcher have a public face.',
      severity: 'error',
      from: {},
      to: { path: '^src/.*/index\\.ts$', pathNot: `${ENGINE}(visits/)?index\\.ts$` },
    },

    // The wings, in their order.
    ...WINGS.slice(0, -1).map((wing, index) => ({
      name: `wing-${wing}`,
      comment: `${wing} may import ${WINGS.slice(0, index + 1).join(', ')}. Where it must call a higher wing, the abstract class lies here.`,
      severity: 'error',
      from: { path: `^src/${wing}/` },
      to: { path: '^src/', pathNot: `^src/(?:${WINGS.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'wing-operating',
      comment: 'operating may import every wing, but not the processes that are made of them.',
      severity: 'error',
      from: { path: '^src/operating/' },
      to: { path: '^src/', pathNot: WING },
    },
    {
      name: 'processes-on-top',
      comment: 'Only the entry points import process/.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(process/|main\\.ts$|worker\\.ts$|cli(\\.module)?\\.ts$)' },
      to: { path: '^src/process/' },
    },
    {
      name: 'launcher-stands-alone',
      comment:
        'The launcher of the embedded PostgreSQL is a package of its own: it knows nothing of the service.',
      severity: 'error',
      from: { path: EMBEDDED },
      to: { path: '^(src|migrations)/' },
    },
    {
      name: 'launcher-by-its-face',
      comment: 'The service sees only what the index.ts of the launcher exports.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: EMBEDDED, pathNot: `${EMBEDDED}index\\.ts$` },
    },
    {
      name: 'importers-stand-alone',
      comment:
        'An importer says in the words of the API what another system knows: it knows nothing of the service, and of no other importer.',
      severity: 'error',
      from: { path: IMPORTER },
      to: { path: '^(src|migrations|embedded-postgres|test|importers)/', pathNot: '^importers/$1/' },
    },
    {
      name: 'importers-by-their-face',
      comment: 'Only its command imports an importer, and sees what its index.ts exports.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: IMPORTER, pathNot: `${IMPORTER}src/index\\.ts$` },
    },
    {
      name: 'importers-by-their-command',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/operating/imports/commands/' },
      to: { path: IMPORTER },
    },
    {
      name: 'example-by-the-client',
      comment: 'The booking page is a page of others: it knows the service by the TypeScript client alone.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|migrations|embedded-postgres|test)/' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A landed migration is never edited, so it must not depend on code that changes.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/' },
    },

    {
      name: 'diary-takes-time',
      comment:
        'The diary alone takes locks of providers, resources and limits, and writes claims. All others call its verbs. What the business itself changes of a provider is locked there.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/business/', DIARY] },
      to: {
        path: [
          '^src/business/providers/provider-lock\\.ts$',
          `${DIARY}(claims/claims\\.statements|locks/(resource|day-limit)-lock|(writes|holds)/[^/]+\\.statements)\\.ts$`,
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'diary-reads-time',
      comment: 'Snapshots are read by the diary, and by what shows availability.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/booking/(availability|reports)/', '^src/(operating/demo|process)/', DIARY],
      },
      to: {
        path: `${DIARY}(snapshot|visits)/[^/]+\\.(queries|statements)\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'diary-is-the-ground',
      comment: 'What takes time stands on the diary; the diary knows none of it.',
      severity: 'error',
      from: { path: DIARY },
      to: { path: '^src/booking/[^/]+/', pathNot: [DIARY, ENGINE, '^src/booking/answers/answers\\.ts$'] },
    },

    {
      name: 'engine-is-pure',
      comment: 'No Nest, no TypeORM, no configuration: numbers in, numbers out.',
      severity: 'error',
      from: { path: ENGINE },
      to: { pathNot: [ENGINE, TIME] },
    },
    {
      name: 'engine-by-its-face',
      comment: 'Everything outside the engine imports its index.ts, or that of its visits.',
      severity: 'error',
      from: { path: '^src/', pathNot: ENGINE },
      to: { path: ENGINE, pathNot: `${ENGINE}(visits/)?index\\.ts$` },
    },
    {
      name: 'time-is-pure',
      comment: 'The time library imports itself, the errors that it throws, and the data of the zone rules.',
      severity: 'error',
      from: { path: TIME },
      to: { pathNot: [TIME, '^src/platform/errors/', 'moment-timezone/data/packed/latest\\.json$'] },
    },

    {
      name: 'entity-to-entity',
      comment:
        'An entity imports other entities, the values that a column may have, and how it is described and read.',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '\\.entity\\.ts$',
          '-status\\.ts$',
          '^src/platform/database/columns\\.ts$',
          '^src/platform/database/entity-columns\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'dto-declares',
      comment: 'Bodies, queries and responses: shapes and mappers, which load nothing and decide nothing.',
      severity: 'error',
      from: { path: '/dto/' },
      to: {
        path: [
          '\\.(service|queries|controller|module|guard)\\.ts$',
          '^src/(platform/(database|config)|people/auth)/',
          '^node_modules/typeorm/',
        ],
        pathNot: '^src/platform/database/reads/page-window\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'queries-read',
      comment: 'Queries ask the database; they know no service, controller, module or guard.',
      severity: 'error',
      from: { path: '\\.queries\\.ts$' },
      to: { path: '\\.(service|controller|module|guard)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'service-below-http',
      comment: 'A service knows no request, header, status or decorator.',
      severity: 'error',
      from: { path: '\\.(service|queries|entity|errors)\\.ts$' },
      to: {
        path: [
          '\\.(controller|guard)\\.ts$',
          '^src/people/auth/',
          '^src/platform/http/([^/]+\\.ts$|(conditional|parameters|server)/)',
          '^node_modules/(@types/)?(express|@nestjs/swagger)/',
        ],
        pathNot: '^src/platform/http/(identity|preconditions)\\.ts$',
      },
    },
    {
      name: 'controller-declares',
      comment: 'A controller calls services; it sees neither a table nor the way to it.',
      severity: 'error',
      // Health tells whether the database is there.
      from: { path: '\\.controller\\.ts$', pathNot: '^src/operating/health/' },
      to: {
        path: ['^src/platform/database/', '\\.entity\\.ts$', '^node_modules/(typeorm|pg)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'controller-at-home',
      comment: 'A controller calls its own feature. It may show the responses of another.',
      severity: 'error',
      from: { path: `${FEATURE}.*\\.controller\\.ts$` },
      to: {
        path: `${WING}[^/]+/`,
        pathNot: [
          `${WING}$1/`,
          '^src/(platform|people/auth)/',
          SHOWN_ELSEWHERE,
          // What closures and time off have in common.
          '^src/business/periods/',
          // POST /appointments/check-availability and /availability/check are one question under two paths.
          '^src/booking/availability/slot-check\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'module-to-module',
      comment:
        'A module takes from another feature its module, its queries, or an abstract class that it implements.',
      severity: 'error',
      from: { path: `${FEATURE}.*\\.module\\.ts$` },
      to: {
        path: `${WING}[^/]+/`,
        pathNot: [`${WING}$1/`, ...TAKEN_BY_MODULES, '^src/people/auth/', SWEEP],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'module-of-a-wing',
      comment:
        'The module that the features of a wing share takes from other wings what a module of a feature takes.',
      severity: 'error',
      from: { path: '^src/([^/]+)/[^/]+\\.module\\.ts$' },
      to: {
        path: WING,
        pathNot: ['^src/$1/', ...TAKEN_BY_MODULES],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sweep-by-the-worker',
      comment: 'Only the worker deletes what is over.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(operating/worker/|telling/sending\\.module\\.ts$)' },
      to: { path: SWEEP, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'feature-below-controllers',
      comment: 'Only a module imports a controller.',
      severity: 'error',
      from: { pathNot: '\\.module\\.ts$' },
      to: { path: '\\.controller\\.ts$' },
    },

    {
      name: 'agents-are-loaded-late',
      comment: 'A service without agents has neither the memory nor the time of the SDK: import() it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^node_modules/@modelcontextprotocol/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'command-to-service',
      comment: 'A command reads its options, calls its own service, and prints.',
      severity: 'error',
      from: { path: [`${FEATURE}commands/`, `${FEATURE}.*\\.command\\.ts$`] },
      to: {
        path: [`${WING}[^/]+/`, '^node_modules/(typeorm|pg)/'],
        pathNot: [
          `${WING}$1/`,
          '^src/platform/(cli|config|time|values|http/validation)/',
          '^src/platform/clock\\.ts$',
          '^src/platform/database/write-context\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'service-without-command-line',
      comment: 'What serves HTTP knows no command and no demonstration data.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(platform/cli|operating/demo)/',
          '^src/(cli|commands)\\.ts$',
          '^src/process/(run-command|command-context|command-services)\\.ts$',
          '/commands/',
        ],
      },
      to: { path: ['^src/(platform/cli|operating/demo)/', '/commands/'] },
    },
    {
      name: 'command-line-without-http',
      severity: 'error',
      from: {
        path: [
          '^src/platform/cli/',
          '^src/(cli|commands)\\.ts$',
          '^src/process/(run-command|command-context|command-services)\\.ts$',
          '/commands/',
        ],
      },
      to: {
        path: [
          '\\.controller\\.ts$',
          '^src/(app\\.module|main)\\.ts$',
          '^src/process/create-app\\.ts$',
          '^node_modules/express/',
        ],
      },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
    },
  },
};
