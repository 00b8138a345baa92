import { addressInMailUri, escapedAddress } from './mail-uri';

describe('A URI of an e-mail address', () => {
  it.each([
    ['mailto:eve@example.com', 'eve@example.com'],
    ['MAILTO:%65ve@example.com', 'eve@example.com'],
    ['MailTo:%65%76%65%40example%2Ecom', 'eve@example.com'],
    ['mailto:%65%76%65%40example%2ecom', 'eve@example.com'],
    ['mailto:j%C3%BCrgen@b%c3%bccher.example', 'jürgen@bücher.example'],
    ['mailto: eve@example.com ', 'eve@example.com'],
    ['mailto:eve@example.com?subject=Hello%20you', 'eve@example.com'],
    ['mailto:eve@example.com,otto@example.com', 'eve@example.com'],
    ['mailto:a%2Cb%3Fc@example.com', 'a,b?c@example.com'],
    ['mailto:eve+news@example.com', 'eve+news@example.com'],
    ['mailto:50%off@example.com', '50%off@example.com'],
    ['mailto:50%%65@example.com', '50%e@example.com'],
    ['mailto:', undefined],
    ['urn:uuid:f81d4fae', undefined],
    ['/principals/eve@example.com', undefined],
    ['', undefined],
  ])('names in %s the address %s', (uri, address) => {
    expect(addressInMailUri(uri)).toBe(address);
  });

  it('is refused where its escapes are not UTF-8', () => {
    expect(() => addressInMailUri('mailto:J%FCrgen@example.com')).toThrow(URIError);
  });

  it('has escapes for each character that would end the address', () => {
    expect(escapedAddress("o'neil+a/b?c#d&e=f%g{h|i}^`,;:@example.com")).toBe(
      "o'neil+a%2Fb%3Fc%23d%26e%3Df%25g%7Bh%7Ci%7D%5E%60%2C%3B%3A@example.com",
    );
    expect(escapedAddress('jürgen💇@bücher.example')).toBe('j%C3%BCrgen%F0%9F%92%87@b%C3%BCcher.example');
  });
});
