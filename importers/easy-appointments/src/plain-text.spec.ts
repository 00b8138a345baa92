import { plainTextIn } from './plain-text';

describe('The plain text of notes', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['One<br/>Two<BR>Three', 'One\nTwo\nThree'],
    ['<ul><li>Tea</li><li>Cake</li></ul>', 'Tea\nCake'],
    ['<a href="https://example.com">Here</a> &amp; &#39;there&#x27;', `Here & 'there'`],
    ['2 < 3 and 4 > 1, <3', '2 < 3 and 4 > 1, <3'],
    ['&amp;lt;b&amp;gt; &nbsp;&unknown; &#0;&#xD800;', '&lt;b&gt;  &unknown; &#0;&#xD800;'],
    ['<p></p><br>', undefined],
    ['', undefined],
    [null, undefined],
  ])('is what a person reads: %j', (notes, expected) => {
    expect(plainTextIn({ notes }, 'notes')).toBe(expected);
  });
});
