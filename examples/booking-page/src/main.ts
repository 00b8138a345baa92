/** The script of the page: puts it after itself. */
import { Flow } from './flow';
import { settingsOf } from './settings';

const { currentScript } = document;
if (!(currentScript instanceof HTMLScriptElement)) throw new Error('The booking page is no module script');
const settings = settingsOf(currentScript);
const host = document.createElement('booking-page');
// Rules of the page around it, such as `booking-page { --booking-accent: … }`, reach the element, and nothing in it.
currentScript.after(host);
if (settings.title !== undefined) {
  document.documentElement.lang = settings.language.tag;
  document.title = settings.title;
}
new Flow(settings, host).start();
