import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { isInScope } from '../../../people/api-keys/scopes';
import { isOpenTo } from '../../../people/auth/narrowing';
import type { Caller } from '../../../platform/http/identity';
import { HIDDEN_EXTENSION } from '../../../platform/http/validation/field';
import { REFUSED } from '../../../platform/openapi/hiding';
import { NARROWED_EXTENSION, type Narrowing } from '../../../platform/openapi/narrowing';
import { SCOPE_EXTENSION } from '../../../platform/openapi/scopes';
import { isNarrowed } from '../../../platform/restrictions';
import { type DescribedTool, describeTools } from './described-tool';
import { TOOLS } from './tools';

interface Access {
  readonly 'x-roles'?: readonly string[];
  readonly [SCOPE_EXTENSION]?: readonly string[];
  readonly [HIDDEN_EXTENSION]?: unknown;
  readonly [NARROWED_EXTENSION]?: Narrowing | typeof REFUSED;
}

/** How many different rights are remembered. */
const MOST_RIGHTS = 100;

/** The tools, described by the OpenAPI document. They are derived from it when the first request needs them. */
@Injectable()
export class McpTools {
  private build: (() => OpenAPIObject) | undefined;
  private derived: readonly DescribedTool[] | undefined;
  private readonly byRights = new Map<string, readonly DescribedTool[]>();

  /** @param build makes the document; called once at most */
  deriveFrom(build: () => OpenAPIObject): void {
    this.build = build;
  }

  /** All tools. */
  all(): readonly DescribedTool[] {
    if (this.build === undefined) throw new Error('the tools have no document to be derived from');
    return (this.derived ??= describeTools(TOOLS, this.build()));
  }

  /** Those that a caller can use, as far as roles and the restrictions of the key tell: one list for all callers with the same rights. */
  of(caller: Caller): readonly DescribedTool[] {
    const rights = rightsOf(caller);
    const known = this.byRights.get(rights);
    if (known !== undefined) return known;
    const tools = this.all().filter(({ operation }) => canCall(caller, operation as Access));
    if (this.byRights.size >= MOST_RIGHTS) this.byRights.clear();
    this.byRights.set(rights, tools);
    return tools;
  }
}

/** All that `canCall` reads of a caller. */
function rightsOf({ roles, restrictions }: Caller): string {
  const { scopes = null, hide } = restrictions ?? {};
  const isNarrow = restrictions !== null && isNarrowed(restrictions);
  const isOfPlaces = restrictions?.locations !== undefined;
  return JSON.stringify([roles, scopes, isNarrow, isOfPlaces, hide !== undefined]);
}

/** The guards decide each call anew; this only spares a model what it would be refused. */
function canCall(caller: Caller, access: Access): boolean {
  const { restrictions, roles } = caller;
  const forRoles = access['x-roles'] ?? [];
  if (!forRoles.includes('public') && !forRoles.some((role) => roles.includes(role))) return false;
  if (restrictions === null) return true;
  if (!isInScope(caller, ...(access[SCOPE_EXTENSION] ?? []))) return false;
  const narrowing = access[NARROWED_EXTENSION];
  if (isNarrowed(restrictions) && (narrowing === REFUSED || !isOpenTo(restrictions, narrowing))) return false;
  return restrictions.hide === undefined || access[HIDDEN_EXTENSION] !== REFUSED;
}
