import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { IdentifiedRequest } from '../identity';
import type { JsonObject } from '../../values/json-object';

const WEIGHT = 'weight';

/** How much a request counts in the rate limit: about one for each 20 ms of processor time that it may take. */
export interface Weight {
  readonly least: number;
  readonly most: number;
  /** Completes "Counts as 1 to 20 requests: …" in the documentation. */
  readonly rule?: string;
  /** The weight of a query or body as it was sent, which need not be valid. It is raised to `least` and cut to `most`. */
  readonly of?: (sent: JsonObject) => number;
  /** Whether it follows from the body, rather than from the query. */
  readonly isOfBody?: boolean;
}

/** A request whose body may make it heavier. */
export type WeighedRequest = IdentifiedRequest & {
  /** Counts what the body adds. @throws RateLimitedError */
  weighBody?: () => Promise<void>;
};

/** Declares that a request counts as more than one. Without it each counts as one. */
export const Weighs = (weight: Weight): MethodDecorator =>
  applyDecorators(SetMetadata(WEIGHT, weight), ApiExtension('x-rate-limit-weight', textOf(weight)));

/** The weight of a handler; undefined: one. */
export function weightOf(handler: object): Weight | undefined {
  return Reflect.getOwnMetadata(WEIGHT, handler) as Weight | undefined;
}

/** @param sent the query or the body */
export function weigh({ least, most, of }: Weight, sent: unknown): number {
  const weight =
    of !== undefined && typeof sent === 'object' && sent !== null ? of(sent as JsonObject) : least;
  return Math.max(least, Math.min(most, Math.ceil(weight) || least));
}

function textOf({ least, most, rule }: Weight): string {
  const requests = least === most ? `${most}` : `${least} to ${most}`;
  return `Counts as ${requests} requests of the rate limit${rule === undefined ? '' : `: ${rule}`}.`;
}
