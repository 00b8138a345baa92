import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { accessOf } from '../../../people/auth/access';
import { AppointmentExpiry } from '../../diary/expiry/appointment-expiry';

/** Lets a request in once all pending appointments that have ended are cancelled. Usually it is known that there are none. */
@Injectable()
export class ExpiryGuard implements CanActivate {
  constructor(
    private readonly expiry: AppointmentExpiry,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const settled = this.expiry.settle();
    if (settled === undefined) return true;
    // A failure is no reason to refuse: their time is free all the same, and the worker tries again and logs it.
    const isOver = settled.then(
      () => true as const,
      () => true as const,
    );
    return accessOf(this.reflector, context)?.kind === 'unguarded' ? true : isOver;
  }
}
