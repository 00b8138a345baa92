import type { Question } from './api';
import { h } from './dom';
import { baseOf, type Language, type Words } from './words/words';

const MAX_TEXT = 2_000;

/** The label in the visitor's language, where the service has it. */
export function labelOf({ label, labels }: Question, { tag }: Language): string {
  return labels[tag] ?? labels[baseOf(tag)] ?? label;
}

/** The input of a question. Those of `boolean` and `choice` are groups of radio buttons. */
export function inputOf({ key, type, choices, required }: Question, words: Words): HTMLElement {
  const name = nameOf(key);
  const attributes = { name, class: 'input', 'aria-required': required && 'true' };
  if (type === 'text') return h('textarea', { ...attributes, rows: 2, maxlength: MAX_TEXT });
  if (type === 'date')
    return h('input', { ...attributes, type: 'date', min: '1800-01-01', max: '2199-12-31' });
  if (type === 'number') return h('input', { ...attributes, type: 'number', step: 'any' });
  const options = type === 'boolean' ? [words.yes, words.no] : choices;
  const values = type === 'boolean' ? ['true', 'false'] : choices;
  const radios = options.map((text, index) =>
    h('label', { class: 'radio' }, h('input', { type: 'radio', name, value: values[index] }), text),
  );
  return h('div', { class: 'radios' }, ...radios);
}

/** What the visitor has entered, as the service takes it; undefined: nothing. */
export function answerOf({ key, type }: Question, entered: FormData): unknown {
  const value = entered.get(nameOf(key));
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (type === 'number') return Number(value);
  return type === 'boolean' ? value === 'true' : value;
}

export function nameOf(key: string): string {
  return `answers.${key}`;
}
