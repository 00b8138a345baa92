import { textOf } from './files';

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}

/** The words between the name of Node and the program. */
function optionsIn(command: string): readonly string[] {
  const words = command.split(/[\s,"[\]]+/);
  const program = words.findIndex((word) => word.startsWith('dist/src/'));
  const node = words.slice(0, program).findLastIndex((word) => /(^|\/)node$/.test(word));
  return words.slice(node + 1, program);
}

function lineOf(file: string, pattern: RegExp): string {
  return textOf(file)
    .split('\n')
    .filter((line) => pattern.test(line) && line.includes('dist/src/'))
    .join('\n');
}

describe('The options of Node', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as Package;
  const options = optionsIn(scripts['start'] ?? '');

  it('of `npm start` keep the heap small', () => {
    expect(options).toEqual(['--max-semi-space-size=8']);
  });

  it.each([
    ['npm run worker', scripts['worker'] ?? ''],
    ['the image', lineOf('Dockerfile', /^CMD /)],
    ['the worker of compose.yaml', lineOf('compose.yaml', /^ {4}command: /)],
    ['the systemd unit', lineOf('deploy/scheduling.service', /^ExecStart=/)],
    ['the systemd unit of a worker', lineOf('deploy/ha/scheduling-worker.conf', /^ExecStart=/)],
  ])('of %s are those of `npm start`', (_, command) => {
    expect(optionsIn(command)).toEqual(options);
  });
});
