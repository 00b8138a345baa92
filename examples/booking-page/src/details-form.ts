import type { Service } from './api';
import { h } from './dom';
import { answerOf, inputOf, labelOf, nameOf } from './questions';
import type { Language, Words } from './words/words';

/** What the visitor has entered. */
export interface Details {
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly notes?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}

interface Field {
  readonly element: HTMLElement;
  readonly fault: HTMLElement;
}

/** The form for who comes. It stays the same element while times change, so what was typed stays. */
export class DetailsForm {
  readonly element: HTMLFormElement;
  private readonly fields = new Map<string, Field>();
  private readonly summary = h('p', { class: 'fault', role: 'alert' });
  private readonly submit: HTMLButtonElement;

  constructor(
    private readonly service: Service,
    private readonly language: Language,
    book: (details: Details) => void,
  ) {
    const { words } = language;
    this.submit = h('button', { type: 'submit', class: 'main' }, words.book);
    const short = { class: 'input', type: 'text', maxlength: 200, 'aria-required': 'true' };
    const contact = [
      this.field('name', words.name, true, h('input', { ...short, name: 'name', autocomplete: 'name' })),
      this.field(
        'email',
        words.email,
        true,
        h('input', { ...short, name: 'email', type: 'email', autocomplete: 'email' }),
      ),
      this.field(
        'phone',
        words.phone,
        false,
        h('input', { class: 'input', name: 'phone', type: 'tel', autocomplete: 'tel' }),
      ),
    ];
    const questions = service.questions.map((question) =>
      this.field(
        nameOf(question.key),
        labelOf(question, language),
        question.required,
        inputOf(question, words),
      ),
    );
    const notes = this.field(
      'notes',
      words.notes,
      false,
      h('textarea', { class: 'input', name: 'notes', rows: 2 }),
    );
    this.element = h(
      'form',
      { novalidate: true },
      this.summary,
      ...contact,
      ...questions,
      notes,
      this.submit,
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      const details = this.checked();
      if (details !== undefined) book(details);
    });
  }

  /** Shows the faults that the service has found. @returns whether they are about fields of the form */
  refuse(names: readonly string[]): boolean {
    const known = names.filter((name) => this.fields.has(name));
    this.show(new Map(known.map((name) => [name, this.words.fieldWrong])));
    return known.length > 0;
  }

  focusSubmit(): void {
    this.submit.focus();
  }

  setBusy(isBusy: boolean): void {
    // A disabled button would lose the focus.
    this.submit.setAttribute('aria-disabled', String(isBusy));
    this.submit.textContent = isBusy ? this.words.booking : this.words.book;
  }

  private get words(): Words {
    return this.language.words;
  }

  /** The details; undefined when a field is wrong, which is then shown. */
  private checked(): Details | undefined {
    if (this.submit.getAttribute('aria-disabled') === 'true') return undefined;
    const entered = new FormData(this.element);
    const text = (name: string) => {
      const value = entered.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const answers = Object.fromEntries(
      this.service.questions
        .map((question) => [question.key, answerOf(question, entered)] as const)
        .filter(([, answer]) => answer !== undefined),
    );
    const faults = new Map<string, string>();
    if (text('name') === '') faults.set('name', this.words.nameMissing);
    if (!/^\S+@\S+\.\S+$/.test(text('email'))) faults.set('email', this.words.emailWrong);
    for (const { key, required } of this.service.questions) {
      if (required && !(key in answers)) faults.set(nameOf(key), this.words.answerMissing);
    }
    this.show(faults);
    if (faults.size > 0) return undefined;
    return {
      ...{ name: text('name'), email: text('email') },
      ...(text('phone') !== '' && { phone: text('phone') }),
      ...(text('notes') !== '' && { notes: text('notes') }),
      ...(this.service.questions.length > 0 && { answers }),
    };
  }

  /** Puts each message at its field, and the focus into the first one. */
  private show(faults: ReadonlyMap<string, string>): void {
    this.summary.textContent = faults.size > 0 ? this.words.checkFields : '';
    let first: HTMLElement | undefined;
    for (const [name, { element, fault }] of this.fields) {
      const message = faults.get(name);
      fault.textContent = message ?? '';
      const input = element.querySelector<HTMLElement>('input, textarea');
      for (const each of element.querySelectorAll('.input, fieldset')) {
        if (message === undefined) each.removeAttribute('aria-invalid');
        else each.setAttribute('aria-invalid', 'true');
      }
      element.classList.toggle('wrong', message !== undefined);
      if (message !== undefined) first ??= input ?? undefined;
    }
    first?.focus();
  }

  private field(name: string, label: string, isRequired: boolean, input: HTMLElement): HTMLElement {
    const id = `field-${this.fields.size}`;
    const fault = h('p', { class: 'fault', id: `${id}-fault` });
    const hint = isRequired ? [] : [h('small', {}, ` (${this.words.optional})`)];
    const isGroup = input.classList.contains('radios');
    if (isGroup) {
      const group = h(
        'fieldset',
        { role: 'radiogroup', 'aria-required': isRequired && 'true', 'aria-describedby': fault.id },
        ...[h('legend', {}, label, ...hint), input],
      );
      return this.keep(name, h('div', { class: 'field' }, group, fault), fault);
    }
    input.id = id;
    input.setAttribute('aria-describedby', fault.id);
    return this.keep(
      name,
      h('div', { class: 'field' }, h('label', { for: id }, label, ...hint), input, fault),
      fault,
    );
  }

  private keep(name: string, element: HTMLElement, fault: HTMLElement): HTMLElement {
    this.fields.set(name, { element, fault });
    return element;
  }
}
