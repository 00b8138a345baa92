import document from '../../../docs/openapi.json';
import { EMAIL, PHONE } from './people';

describe('What the importer takes for an e-mail address and a telephone number', () => {
  it('is what the service takes for one', () => {
    const { email, phone } = document.components.schemas.CustomerWrite.properties;
    expect([EMAIL.source, PHONE.source]).toEqual(
      [email.pattern, phone.pattern].map((pattern) => new RegExp(pattern).source),
    );
  });
});
