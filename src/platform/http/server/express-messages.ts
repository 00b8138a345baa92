import { IncomingMessage, ServerResponse } from 'node:http';

/** The members of an Express application that its types leave out: the prototypes of its requests and responses. */
export interface Prototypes {
  request: object;
  response: object;
}

/** The classes of requests and responses that a server makes. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Classes whose objects have Express's prototypes from the beginning. Express otherwise changes those of each request and response: V8 then
 * looks up their members slowly, and keeps them until it collects its old generation (docs/contributing/measurements.md).
 */
export function messageClassesOf(app: Prototypes): MessageClasses {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  // Express sets these prototypes, which is no change for objects of the classes.
  app.request = ExpressRequest.prototype;
  app.response = ExpressResponse.prototype;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
