import tseslint from 'typescript-eslint';
import jest from 'eslint-plugin-jest';
import prettier from 'eslint-config-prettier';

const nodeGlobals = Object.fromEntries(
  [
    'AbortSignal',
    'clearInterval',
    'console',
    'fetch',
    'module',
    'process',
    'require',
    'setInterval',
    'setTimeout',
    'URL',
    '__dirname',
  ].map((name) => [name, 'readonly']),
);
const theTime = [
  'CallExpression[callee.object.name=Date][callee.property.name=now]',
  'NewExpression[callee.name=Date][arguments.length=0]',
].map((selector) => ({ selector, message: 'Ask the Clock: tests set it.' }));
const sqlStates = [
  {
    selector: 'Literal[value=/^(08|22|23|25|40|42|53|55|57)[0-9A-Z]{3}$/]',
    message: 'SQLSTATEs are known to src/platform/database/sqlstate.ts alone.',
  },
];
const httpExceptions = [
  {
    selector: 'ImportDeclaration[source.value="@nestjs/common"] ImportSpecifier[imported.name=/Exception$/]',
    message: 'Refuse with a DomainError: HTTP is known to the filter alone.',
  },
];
const claims = [
  {
    selector: 'TemplateElement[value.raw=/(insert into|update|delete from) claims\\b/]',
    message: 'Claims are written by src/booking/diary/claims/claims.statements.ts alone.',
  },
];
/** The rules of a Node and of a PostgreSQL are often a year old. The service computes local times with those of its package. */
const zoneRules = [
  {
    selector: '[callee.object.name=Intl][callee.property.name=DateTimeFormat]',
    message: 'Ask src/platform/time/zones: the zone rules of Intl may be old.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(toLocale(Date|Time)?String|getTimezoneOffset)$/]',
    message: 'Ask src/platform/time/zones: the zone rules of Node may be old.',
  },
  {
    selector: 'TemplateElement[value.raw=/\\bat time zone\\b/i], Literal[value=/\\bat time zone\\b/i]',
    message: 'SQL computes no local time: the zone rules of PostgreSQL may be old.',
  },
];
const onlyOneKnows = [...theTime, ...sqlStates, ...httpExceptions, ...claims, ...zoneRules];

/** Words of `src/booking` and of providers, which the wings below it do not know: a DTO or an `@Operation` says what its members are. */
const higherWords =
  '/ppointment|aitlist|[hH]old[A-Z]|(^|[a-z])([sS]eries|[vV]isit)(Id)?s?$|[pP]roviderIds?$|anyProvider/';
const lowerWings = [
  {
    selector: `Identifier[name=${higherWords}][name!="AppointmentsExistError"]`,
    message: 'Let the higher wing declare it: src/platform and src/people know no booking.',
  },
  {
    selector: `Literal[value=${higherWords}][value=/^[a-zA-Z]+$/]`,
    message: 'Let the higher wing declare it: src/platform and src/people know no booking.',
  },
];

/** One file keeps all restrictions but those that it is there for. */
const except = (file, own) => ({
  files: [file],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...onlyOneKnows.filter((each) => !own.includes(each)),
      ...(file.startsWith('src/platform/') ? lowerWings : []),
    ],
  },
});

export default tseslint.config(
  // The fixtures are compiled by their test, against types that it generates.
  {
    ignores: [
      ...['dist/', 'node_modules/', '.data/', 'coverage/', 'bench/results/', 'test/clients/fixtures/'],
      ...['clients/typescript/dist/', 'clients/typescript/src/generated/'],
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nest modules are empty classes by design.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Response and body classes are schemas: object literals take their shape.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
    },
  },
  // What one file alone may touch (docs/contributing/architecture.md).
  {
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.spec.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Ask src/platform/config.' },
      ],
      'no-restricted-syntax': ['error', ...onlyOneKnows],
    },
  },
  {
    files: ['src/platform/**/*.ts', 'src/people/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      // What is published: the document, settings, errors, warnings, and the parameter of GET /challenge.
      ...['src/platform/openapi/', 'src/people/challenges/'].map((folder) => `${folder}**`),
      ...['error-docs', 'warnings'].map((name) => `src/platform/http/envelope/${name}.ts`),
      'src/platform/config/*settings.ts',
      // The constraints of tables.
      'src/platform/database/errors/constraint-errors.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...onlyOneKnows, ...lowerWings] },
  },
  { files: ['src/platform/config/config.ts'], rules: { 'no-restricted-properties': 'off' } },
  except('src/platform/clock.ts', theTime),
  // It watches processes of this machine, whose ages only this machine's clock tells.
  except('embedded-postgres/src/*.ts', theTime),
  except('src/platform/database/sqlstate.ts', sqlStates),
  except('src/platform/http/errors/error.filter.ts', httpExceptions),
  except('src/booking/diary/claims/claims.statements.ts', claims),
  // It compares the rules of PostgreSQL with those of the service.
  except('src/operating/doctor/zone-rules.check.ts', zoneRules),
  // It says what the rules of Node are, for that comparison and for what versions before have booked.
  except('src/platform/time/zones/node-offsets.ts', zoneRules),
  // It writes dates and times as languages do, always in UTC, and names of zones: nothing that follows from zone rules.
  except('src/telling/messages/mail/time-text.ts', zoneRules),
  // The scripts that build and check the project: plain JavaScript, run by Node without a build.
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    extends: [tseslint.configs.recommended],
    languageOptions: { globals: nodeGlobals },
    rules: {
      'no-undef': 'error',
      'no-unreachable': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  { files: ['**/*.cjs', '**/*.js'], languageOptions: { sourceType: 'commonjs' } },
  // A script of a page, which a browser runs without a build.
  {
    files: ['examples/staff-day/staff-day.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['atob', 'btoa', 'crypto', 'document', 'history', 'location', 'prompt', 'sessionStorage'],
          ...['TextEncoder', 'URLSearchParams'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['test/**/*.ts', 'embedded-postgres/test/**/*.ts', '{src,importers}/**/*.spec.ts'],
    extends: [jest.configs['flat/recommended']],
    rules: {
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'fc.assert', '**.expect*'] },
      ],
      // Answers of the API are `unknown` JSON that assertions look into.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  prettier,
);
