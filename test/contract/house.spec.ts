import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPT = join(__dirname, '../../bin/house.mjs');
const FIGURES = 'bin/house/figures.json';

const CONTROLLER = `import { Service } from './service';

@Controller('pets')
export class PetsController {
  /** Lists. */
  @Get()
  @AnyRole()
  list() {
    return new ResourceReply(1);
  }

  @Post()
  create() {
    return 1; // not a line of comments
  }

  helper() {}
}
`;

describe('The figures of the code', () => {
  let checkout: string;

  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'house-'));
    await write('src/pets/pets.controller.ts', CONTROLLER);
    await write('src/pets/pets.spec.ts', 'a\nb\nc\n');
    await allow({});
  });

  afterEach(() => rm(checkout, { recursive: true, force: true }));

  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await writeFile(join(checkout, path), text);
  };
  const allow = (figures: object) => write(FIGURES, JSON.stringify(figures));
  const house = (...flags: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, checkout, ...flags], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  /** Records the figures. */
  const figures = async () => {
    const { status, stdout } = house('--write');
    expect(status).toBe(0);
    const all = JSON.parse(await readFile(join(checkout, FIGURES), 'utf8')) as Record<
      string,
      { most: number; goal?: number }
    >;
    return { stdout, all };
  };

  it('count lines without specs, and the lines and decorators of handlers alone', async () => {
    const { stdout, all } = await figures();
    expect(all).toMatchObject({
      lines: { most: 18 },
      dataLines: { most: 0 },
      files: { most: 1 },
      handlerLines: { most: 4.5 },
      handlerDecorators: { most: 1.5 },
      resourceReplies: { most: 1 },
      longestFile: { most: 18 },
    });
    expect(stdout).toContain('imports 1, decorators 4, comments 1, blank 3');
  });

  it('count lines of texts and other data apart from the code', async () => {
    await write('src/pets/names.json', '{\n  "dog": "Rex"\n}\n');
    await write('src/pets/food.json', '[]\n');
    await write('src/rules.json', '{}\n');
    const { stdout, all } = await figures();
    expect(all).toMatchObject({ lines: { most: 18 }, dataLines: { most: 5 }, files: { most: 1 } });
    expect(stdout).toMatch(/src\/pets 4\n +src 1\n/);
  });

  it('count folders that import each other, but not a folder and one inside it', async () => {
    const circle = async (one: string, other: string) => {
      await write(`${one}/one.ts`, `import type { Other } from '${relativePath(one, other)}/other';\n`);
      await write(`${other}/other.ts`, `import { one } from '${relativePath(other, one)}/one';\n`);
    };
    await circle('src/pets/food', 'src/owners/house');
    await circle('src/plants/trees', 'src/plants/flowers');
    await circle('src/stones', 'src/stones/sand');
    const { stdout, all } = await figures();
    expect(all['folderPairs']).toEqual({ most: 2 });
    expect(stdout).toMatch(/src\/owners and src\/pets[^]*src\/plants\/flowers and src\/plants\/trees/);
  });

  it('count the files that name a column, but not those that name it in a comment', async () => {
    await write('src/people/customer.ts', 'const COLUMNS = `address, notes`;\n');
    await write('src/people/mail.ts', '// notes\nconst address = 1;\n');
    const { all } = await figures();
    expect(all['placesOfCustomerColumn']).toEqual({ most: 3 });
  });

  it('count the files that a path loads, but not types and the platform', async () => {
    const start = 'src/booking/appointments/appointments.service.ts';
    await write(
      start,
      `import { one } from './one';\nimport { type Two } from './two';\nimport { at } from '../../platform/at';\n`,
    );
    await write('src/booking/appointments/one.ts', `export { three } from './three';\n`);
    await write('src/booking/appointments/two.ts', `import './four';\nimport './five';\n`);
    await write('src/booking/appointments/three.ts', `import type { Four } from './four';\n`);
    await write('src/booking/appointments/four.ts', '');
    await write('src/booking/appointments/five.ts', '');
    await write('src/platform/at.ts', '');
    const { all } = await figures();
    expect(all['filesOfBooking']).toEqual({ most: 3 });
    expect(all['filesOfWebhook']).toEqual({ most: 0 });
  });

  it('pass the check until one is worse than what is recorded, and keep their goals', async () => {
    await allow({ lines: { most: 1, goal: 1 } });
    const { all } = await figures();
    expect(all['lines']).toEqual({ most: 18, goal: 1 });
    expect(house('--check').status).toBe(0);
    await write('src/pets/pet.ts', 'const pet = 1;\n');
    const { status, stderr } = house('--check');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `lines is 19. ${FIGURES} allows 18.\nfiles is 2. ${FIGURES} allows 1.\n`,
    });
  });

  it('fail the check when one is not recorded', () => {
    expect(house('--check').stderr).toContain(`lines is 18. ${FIGURES} allows undefined.`);
  });
});

/** The path of a folder as an import of another names it. */
function relativePath(from: string, to: string): string {
  return `${from.replaceAll(/[^/]+/g, '..')}/${to}`;
}
