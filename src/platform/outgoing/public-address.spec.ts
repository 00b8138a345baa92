import { isPublicAddress } from './public-address';

it.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '10.0.0.1',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'example.com',
  '',
  '1',
  '0x08080808',
])('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
