import { HostLookup } from './host-lookup';

it('HostLookup finds the names of the hosts file, which the name servers do not know', async () => {
  const addresses = await new HostLookup().addressesOf('localhost');
  expect(addresses.map(({ address }) => address)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.|::1$)/)]),
  );
});
