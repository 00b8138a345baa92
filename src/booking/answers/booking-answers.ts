import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServiceQuestion } from '../../business/services/questions/service-question';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import {
  type Answers,
  answersAfter,
  type AnswersWrite,
  faultsOfAnswers,
  givenAnswers,
  openQuestions,
} from './answers';

/** A booking, and where its body has the answers. */
interface AnsweredBooking {
  readonly service: { readonly id: number; readonly requiredKeys: readonly string[] | null };
  readonly answers: AnswersWrite | undefined;
  /** The path of the member. Left out: `answers` */
  readonly path?: string;
}

/**
 * The answers of an appointment of a service after a change.
 * @param path where the body has them. Left out: `answers`
 * @throws ValidationError of those that do not fit the questions of the service
 */
export type AnswersChange = (
  serviceId: number,
  current: Answers,
  written: AnswersWrite | undefined,
  path?: string,
) => Promise<Answers>;

type QuestionsOfServices = ReadonlyMap<number, readonly ServiceQuestion[]>;

const FIND_QUESTIONS = {
  name: 'answers.find-questions',
  text: 'select id, questions from services where id = any ($1)',
};

/** Compares answers with the questions of their services. Bookings without answers, and services without questions, read nothing. */
@Injectable()
export class BookingAnswers {
  constructor(private readonly database: Database) {}

  /** @throws ValidationError of answers that do not fit the questions, and of required ones that a visitor of a page leaves open */
  async assertFit(
    tx: EntityManager,
    { visitor }: Pick<WriteContext, 'visitor'>,
    ...bookings: readonly AnsweredBooking[]
  ): Promise<void> {
    if (visitor !== undefined) assertAnswered(bookings);
    const answered = bookings.filter(({ answers = {} }) => Object.keys(answers).length > 0);
    if (answered.length === 0) return;
    const asking = answered.filter(({ service }) => service.requiredKeys !== null);
    const questions = await this.questionsOf(
      tx,
      asking.map(({ service }) => service.id),
    );
    const faults = answered.flatMap(({ service, answers = {}, path }) =>
      Object.entries(faultsAt(faultsOfAnswers(questions.get(service.id) ?? [], answers), path)),
    );
    if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
  }

  /** For the changes of one write, which read the questions of a service once. */
  changesIn(tx: EntityManager): AnswersChange {
    const known = new Map<number, Promise<QuestionsOfServices>>();
    return async (serviceId, current, written = {}, path) => {
      if (Object.keys(written).length === 0) return current;
      const read = known.get(serviceId) ?? this.questionsOf(tx, [serviceId]);
      known.set(serviceId, read);
      const faults = faultsAt(faultsOfAnswers((await read).get(serviceId) ?? [], written, current), path);
      if (Object.keys(faults).length > 0) throw new ValidationError(faults);
      return answersAfter(current, written);
    };
  }

  private async questionsOf(tx: EntityManager, serviceIds: readonly number[]): Promise<QuestionsOfServices> {
    if (serviceIds.length === 0) return new Map();
    const rows = await this.database.rows<{ id: number; questions: ServiceQuestion[] }>(
      FIND_QUESTIONS,
      [serviceIds],
      tx,
    );
    return new Map(rows.map(({ id, questions }) => [id, questions]));
  }
}

/** @throws ValidationError */
function assertAnswered(bookings: readonly AnsweredBooking[]): void {
  const faults = bookings.flatMap(({ service, answers, path }) => {
    const open = openQuestions(service.requiredKeys, givenAnswers(answers));
    return Object.entries(faultsAt(Object.fromEntries(open.map((key) => [key, 'is required'])), path));
  });
  if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
}

function faultsAt(faults: Readonly<Record<string, string>>, path = 'answers'): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([key, fault]) => [`${path}.${key}`, fault]));
}
