/** Only ends tests that hang, on a busy machine too. It measures nothing. */
jest.setTimeout(180_000);
