/**
 * Who may import whom: the table of the same name in docs/architecture.md, as rules. `npm run lint` runs them.
 *
 * A type-only import (`import type`) is gone once compiled; rules that are about what code can do let it pass.
 */

const FEATURE = '^src/(?:booking|business|people|telling|operating|platform)/([^/]+)/';
const ENGINE = '^src/booking/availability/engine/';
/** Rows and response classes that are shown by more than one feature; they decide nothing and write nothing. */
const SHOWN_ELSEWHERE = '/dto/|-row\\.ts$';

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
      comment: 'A file that nothing imports is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: '^src/(main|cli|worker)\\.ts$|^migrations/' },
      to: {},
    },
    {
      name: 'only-what-is-installed',
      comment: 'Everything that is imported is there, and in production, too.',
      severity: 'error',
      from: { path: '^(src|migrations)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['type-only'],
      },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-barrels',
      comment: 'Imports name the file that has what they want. The engine alone has a public face.',
      severity: 'error',
      from: {},
      to: { path: '^src/.*/index\\.ts$', pathNot: `${ENGINE}index\\.ts$` },
    },

    {
      name: 'engine-is-pure',
      comment: 'No Nest, no TypeORM, no configuration: numbers in, numbers out.',
      severity: 'error',
      from: { path: ENGINE },
      to: { pathNot: [ENGINE, '^node_modules/temporal-polyfill/'] },
    },
    {
      name: 'engine-by-its-face',
      comment: 'Everybody else sees what its index.ts shows.',
      severity: 'error',
      from: { path: '^src/', pathNot: ENGINE },
      to: { path: ENGINE, pathNot: `${ENGINE}index\\.ts$` },
    },
    {
      name: 'common-knows-no-feature',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^src/', pathNot: '^src/(common|config)/' },
    },
    {
      name: 'config-knows-nobody',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^src/', pathNot: '^src/config/' },
    },
    {
      name: 'database-knows-entities',
      comment: 'Of the features it sees the entities alone.',
      severity: 'error',
      from: { path: '^src/database/' },
      to: { path: '^src/', pathNot: ['^src/(database|config|common)/', '\\.entity\\.ts$'] },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A landed migration is never edited, so it must not follow what the code becomes.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/' },
    },

    {
      name: 'entity-to-entity',
      comment: 'An entity knows other entities, and how a column is read.',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: {
        path: '^src/',
        pathNot: ['\\.entity\\.ts$', '^src/database/numeric\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'dto-declares',
      comment: 'Bodies, queries and answers: shapes and mappers, which load nothing and decide nothing.',
      severity: 'error',
      from: { path: '/dto/' },
      to: {
        path: [
          '\\.(service|queries|controller|module|guard)\\.ts$',
          '^src/(database|config|auth)/',
          '^node_modules/typeorm/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'queries-read',
      comment: 'Reads ask the database, not a service; nobody above is known to them.',
      severity: 'error',
      from: { path: '\\.queries\\.ts$' },
      to: { path: '\\.(service|controller|module|guard)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'service-below-http',
      comment: 'A service knows no request, no header, no status and no decorator of the door.',
      severity: 'error',
      from: { path: '\\.(service|queries|entity|errors)\\.ts$' },
      to: {
        path: [
          '\\.(controller|guard)\\.ts$',
          '^src/auth/(?!caller\\.ts$)',
          '^src/common/http/',
          '^node_modules/(@types/)?(express|@nestjs/swagger)/',
        ],
      },
    },
    {
      name: 'controller-declares',
      comment: 'A controller calls services; it sees neither a table nor the way to it.',
      severity: 'error',
      // Health tells whether the database is there.
      from: { path: '\\.controller\\.ts$', pathNot: '^src/health/' },
      to: {
        path: ['^src/database/', '\\.entity\\.ts$', '^node_modules/(typeorm|pg)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'controller-at-home',
      comment: 'A controller calls its own feature. What another one shows, it may show in the same words.',
      severity: 'error',
      from: { path: `${FEATURE}.*\\.controller\\.ts$` },
      to: {
        path: '^src/[^/]+/',
        pathNot: [
          '^src/$1/',
          '^src/(common|auth|config|database)/',
          SHOWN_ELSEWHERE,
          // POST /appointments/check-availability and /availability/check are one question under two paths.
          '^src/availability/slot-check\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'module-to-module',
      comment:
        'A module takes from another what that one exports. Queries only read: whoever needs them may have them.',
      severity: 'error',
      from: { path: `${FEATURE}.*\\.module\\.ts$` },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/$1/', '\\.module\\.ts$', '\\.queries\\.ts$', '^src/(common|auth|config|database)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'feature-below-controllers',
      comment: 'Nothing but its module knows a controller.',
      severity: 'error',
      from: { pathNot: '\\.module\\.ts$' },
      to: { path: '\\.controller\\.ts$' },
    },

    {
      name: 'command-to-service',
      comment: 'A command reads its options, calls its own service, and prints.',
      severity: 'error',
      from: { path: `${FEATURE}commands/` },
      to: {
        path: ['^src/[^/]+/', '^node_modules/(typeorm|pg)/'],
        pathNot: ['^src/($1|cli|common|config)/', '^src/database/act\\.ts$', `${ENGINE}index\\.ts$`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'service-without-command-line',
      comment: 'What serves HTTP knows no command and no demonstration data.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(cli|demo)/', '^src/cli(\\.module)?\\.ts$', '/commands/'] },
      to: { path: ['^src/(cli|demo)/', '/commands/'] },
    },
    {
      name: 'command-line-without-http',
      severity: 'error',
      from: { path: ['^src/cli/', '^src/cli(\\.module)?\\.ts$', '/commands/'] },
      to: {
        path: ['\\.controller\\.ts$', '^src/(app\\.setup|app\\.module|main)\\.ts$', '^node_modules/express/'],
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
