import { button, type Child, h } from './dom';
import type { Settings } from './settings';
import css from './style.css';

export interface Screen {
  readonly heading: string;
  readonly content: readonly Child[];
  readonly back?: (() => void) | undefined;
}

/** What the visitor sees: one screen at a time, a line that screen readers read out, and a message when something went wrong. */
export class View {
  private readonly status = h('p', { role: 'status', class: 'status' });
  private readonly problem = h('div', { role: 'alert' });
  private readonly screen = h('div', { class: 'screen' });
  private readonly root: HTMLElement;
  private isFirst = true;

  constructor(
    private readonly settings: Settings,
    host: HTMLElement,
  ) {
    const { title, language } = settings;
    const children = [this.problem, this.screen, this.status];
    // A page of its own has a landmark and the first heading; an embedded one leaves them to the page around it.
    this.root =
      title === undefined
        ? h('div', { class: 'root', lang: language.tag }, ...children)
        : h('main', { class: 'root whole', lang: language.tag }, h('h1', {}, title), ...children);
    const shadow = host.attachShadow({ mode: 'open' });
    // A style sheet made by a script is allowed by every Content-Security-Policy that allows the script.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.root);
  }

  /** Shows a screen and moves the focus to its heading; not to the first one, because a page must not take the focus when it opens. */
  show({ heading, content, back }: Screen): void {
    const { words } = this.settings.language;
    this.problem.replaceChildren();
    const title = h('h2', { tabindex: '-1' }, heading);
    const way = back && button('back', back, words.back);
    this.screen.replaceChildren(
      h('div', { class: 'head' }, ...(way ? [way] : []), title),
      ...present(content),
    );
    if (!this.isFirst) title.focus();
    this.isFirst = false;
  }

  say(text: string): void {
    this.status.textContent = text;
  }

  /** Unless something else has been said meanwhile. */
  unsay(text: string): void {
    if (this.status.textContent === text) this.say('');
  }

  /** Tells of a fault above the screen, which stays, and offers the same again. */
  tell(text: string, again: () => void): void {
    const { words } = this.settings.language;
    this.problem.replaceChildren(
      h('div', { class: 'notice bad' }, h('p', {}, text), button('plain', again, words.again)),
    );
  }

  /** While a request runs: what is shown stays, and takes no second click. */
  setBusy(isBusy: boolean): void {
    this.root.setAttribute('aria-busy', String(isBusy));
    if (isBusy) this.problem.replaceChildren();
  }
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== undefined);
}
