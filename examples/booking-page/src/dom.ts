type Value = string | number | boolean | undefined | (() => void);
export type Child = Node | string | undefined;

/** An element. A function is a listener (`onclick`), `true` an attribute without a value; `false` and `undefined` are left out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Choices as a list of buttons: each one is the step on. */
export function choices(kind: string, buttons: readonly HTMLElement[]): HTMLElement {
  return h('ul', { class: kind, role: 'list' }, ...buttons.map((button) => h('li', {}, button)));
}

export function button(kind: string, onclick: () => void, ...children: readonly Child[]): HTMLButtonElement {
  return h('button', { type: 'button', class: kind, onclick }, ...children);
}
