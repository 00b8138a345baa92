import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { DIST } from '../sources.mjs';
import { built } from './app.mjs';

const WINGS = {
  people: 'People',
  business: 'The business',
  booking: 'Booking',
  telling: 'Telling',
  operating: 'Operating',
  platform: 'Platform',
};

const HEAD = `# The tables

Generated from the entities, which a test compares with the migrated schema. A diagram for each wing that has tables:
\`PK\` is the primary key, \`FK\` a foreign key; a crow's foot stands at the side that has many. A table of another wing is
drawn without its columns. The migrations have the constraints and indexes.
`;

/** The entity diagrams of docs/contributing/schema.md, in Mermaid. */
export async function generate() {
  const dataSource = built('platform/database/connection/data-source').createDataSource({
    url: 'postgres://none@127.0.0.1:1/none',
    poolSize: 1,
  });
  await dataSource.buildMetadatas();
  const wingOf = wingsOfEntities();
  const tables = dataSource.entityMetadatas.toSorted((a, b) => a.tableName.localeCompare(b.tableName));
  const sections = Object.entries(WINGS).flatMap(([wing, title]) => {
    const own = tables.filter(({ target }) => wingOf.get(target) === wing);
    return own.length === 0 ? [] : [`\n## ${title}\n\n\`\`\`mermaid\n${diagram(own)}\`\`\`\n`];
  });
  return format([HEAD, ...sections].join(''), { parser: 'markdown', printWidth: 120 });
}

/** The wing of each entity class, by the folder of its file. */
function wingsOfEntities() {
  const files = readdirSync(join(DIST, 'src'), { recursive: true }).filter((name) =>
    name.endsWith('.entity.js'),
  );
  return new Map(
    files.flatMap((file) =>
      Object.values(built(file.slice(0, -'.js'.length))).map((target) => [target, file.split('/')[0]]),
    ),
  );
}

function diagram(tables) {
  return ['erDiagram', ...tables.map(box), ...tables.flatMap(arrows)].join('\n') + '\n';
}

function box(table) {
  const foreign = new Set(table.foreignKeys.flatMap(({ columnNames }) => columnNames));
  const lines = table.columns.map(({ databaseName, type, isArray, isPrimary, isNullable }) => {
    const keys = [isPrimary && 'PK', foreign.has(databaseName) && 'FK'].filter(Boolean).join(', ');
    const word = typeof type === 'function' ? type.name.toLowerCase() : type.replaceAll(' ', '_');
    return `    ${word}${isArray ? '[]' : ''} ${databaseName} ${keys} ${isNullable ? '"null"' : ''}`.trimEnd();
  });
  return `  ${table.tableName} {\n${lines.join('\n')}\n  }`;
}

function arrows(table) {
  return table.foreignKeys.map(
    ({ referencedTablePath, columnNames }) =>
      `  ${referencedTablePath} ||--o{ ${table.tableName} : "${columnNames.join(', ')}"`,
  );
}
