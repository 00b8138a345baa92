import { Turns } from './turns';

describe('Long work in turns', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('lets others run once a piece has taken 10 ms, and not before', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(100);
    const turns = new Turns();
    let hasRun = false;
    setImmediate(() => {
      hasRun = true;
    });
    now.mockReturnValue(109);
    await turns.pause();
    expect(hasRun).toBe(false);
    now.mockReturnValue(110);
    await turns.pause();
    expect(hasRun).toBe(true);
  });
});
