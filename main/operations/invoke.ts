import { AppError } from '@common/errors'
import { isAboutDatabase, operationByName, type Operation, type OperationName } from '@common/operations'
import { apiTokenHeader, isVisitor, masterKeyHeader, previewHeader, type Principal } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import { actorOf } from '@common/principal/actor'
import type { z } from 'zod'
import { authorize, type Access, type ShareCredentials } from '@main/features/auth'
import type { Trail, TrailHeaders, TrailTexts } from '@main/lib/automation-trail'
import type { Clock } from '@main/lib/clock'
import type { Log } from '@main/lib/log'
import type { CallChange } from './call-change'
import type { CallContext, RefreshCookie } from './context'
import type { LegacyCall, LegacyCalls } from './legacy-call'
import type { AnyHandler } from './modules'
import type { AuditFacts, CommandDone } from './module'
import { parseInput, parseLegacyInput } from './input'

/** A call as its transport received it. */
export interface CallFacts {
  /** Name of an environment, from the envelope of a dashboard call. */
  readonly environment?: string | undefined
  /** From the `xc-auth` header or the window; never from a cookie or an address. */
  readonly token: string | undefined
  /** From the `xc-token` header. */
  readonly apiToken?: string | undefined
  /** From the `xc-master-key` header. */
  readonly masterKey?: string | undefined
  readonly projectId: string | undefined
  /** Text of the `xc-preview` header: a role that lowers the rights of the call. */
  readonly preview?: string | undefined
  /** A link for visitors. The call then has the rights of its share, whatever its token. */
  readonly share?: ShareCredentials | undefined
  readonly ip: string | null
  /** Text of the `User-Agent` header. */
  readonly agent?: string | undefined
  /** Code of the language that the caller asks for. Default: English. */
  readonly language?: string | undefined
  /** True if a proxy passed the request on. */
  readonly viaProxy?: boolean
  /** True if the dashboard's page sent the call (`xc-gui`, wire §1). */
  readonly fromDashboard?: boolean
  readonly requestId: string
  /** The window that calls, as it names itself. */
  readonly client?: string
  /** Created on demand for long work; aborts when the caller disconnects. */
  readonly signal: () => AbortSignal
  readonly refreshCookie?: RefreshCookie
  /** Headers of a request of an automation. */
  readonly trail?: TrailTexts
}

/** The pipeline of every operation, for all transports. */
export interface Invoker {
  /**
   * Returns the context of a call with its principal: synchronously if the principal is cached and its rights are
   * unchanged. A call with a bad token is anonymous.
   */
  readonly context: (facts: CallFacts) => CallContext | Promise<CallContext>
  /** Returns the operation behind a name; undefined if this door doesn't know it. */
  readonly operation: (name: string, door: Door) => { readonly name: string; readonly operation: Operation } | undefined
  /**
   * Permits, validates, handles.
   *
   * @param ignored  receives the paths of unknown keys that a legacy call ignores, as in `connection.timezone`
   * @throws AppError OPERATION_NOT_FOUND, those of `authorize`, INPUT_INVALID, and what the handler throws
   */
  readonly invoke: (
    name: string,
    args: unknown,
    context: CallContext,
    door: Door,
    ignored?: string[],
  ) => Promise<unknown>
}

/**
 * The address of a call. `operations`: our own, in domain words. `legacy`: the dashboard call, which takes the names and
 * bodies of the original (main/http/legacy) and every other operation as it is declared. `ownPath`: the operation has a
 * path of its own, and may be closed to the other doors. `undo`: a call that the change log stores.
 */
export type Door = 'operations' | 'legacy' | 'ownPath' | 'undo'

export interface InvokerOptions {
  readonly handlers: Readonly<Record<OperationName, AnyHandler>>
  /** Calls of the legacy door by their names. */
  readonly legacyCalls: LegacyCalls
  readonly access: Access
  /** Rejects a call about the database of another environment. */
  readonly checkEnvironment: (projectId: string, environment: string) => Promise<void>
  readonly clock: Clock
  readonly log: Log
  /** Creates the change of a call. */
  readonly newChange: (trail?: Trail) => CallChange
  /** Reads the automations that led to a call. */
  readonly trailHeaders: Pick<TrailHeaders, 'proved'>
  /** Checks responses too, in development and tests. */
  readonly validateOutput: boolean
  /** Receives every command that succeeded. */
  readonly done: (command: CommandDone & { readonly input: unknown; readonly output: unknown }) => void
}

export function createInvoker(options: InvokerOptions): Invoker {
  const { handlers, legacyCalls, access, checkEnvironment, clock, log, newChange, validateOutput, done } = options
  const { trailHeaders } = options

  const find = (name: string, door: Door): Found | undefined => {
    const call = door !== 'operations' && Object.hasOwn(legacyCalls, name) ? legacyCalls[name] : undefined
    const hasPath = call?.http !== undefined
    if (door === 'legacy' && hasPath) return undefined
    const legacy = door === 'legacy' || hasPath ? call : undefined
    if (legacy !== undefined && 'declaration' in legacy) return { operation: legacy.declaration, target: name, legacy }
    const target = legacy?.operation ?? name
    const operation = operationByName(target)
    return operation && { operation, target, legacy }
  }

  return {
    context: (facts) => {
      const sinceMs = performance.now()
      const principal = access.principal(facts)
      const change = newChange(facts.trail && trailHeaders.proved(facts.trail))
      return principal instanceof Promise
        ? principal.then((found) => contextOf(found, facts, change, sinceMs))
        : contextOf(principal, facts, change, sinceMs)
    },

    operation: (name, door) => {
      const found = find(name, door)
      return found && { name: found.target, operation: found.operation }
    },

    invoke: async (name, args, context, door, ignored = []) => {
      const found = find(name, door)
      if (!found || isClosed(found.operation, door))
        throw new AppError('OPERATION_NOT_FOUND', { name: name.slice(0, 100) })
      const { operation, target, legacy } = found
      // Rights first, so that callers without them learn nothing about the input.
      authorize(context, operation.permission)
      if (operation.scope === 'project') {
        if (context.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
        // Most operations name tables and views freely; visitors may see one table only.
        if (operation.forVisitors !== true && isVisitor(context.principal)) throw new AppError('NOT_ALLOWED')
        // A column may be computed from hidden ones, and an SQL view may select them.
        if (needsWholeSchema(operation) && isLimited(context.principal)) throw new AppError('NOT_ALLOWED')
      }
      const { projectId, environment } = context
      if (projectId !== undefined && environment !== undefined && isAboutDatabase(operation))
        await checkEnvironment(projectId, environment)
      const body = validInput(found, door, args, ignored)
      const input = inputOf(legacy, body)

      const startedAt = clock.monotonicMs()
      const handler = handlerOf(legacy) ?? (handlers[target as OperationName] as Handle)
      const notes: Record<string, unknown> = {}
      let notedTable: string | undefined
      const output = await handler(
        operation.changes === undefined
          ? context
          : {
              ...context,
              noteForAudit: (details, table) => {
                Object.assign(notes, details)
                notedTable = table ?? notedTable
              },
            },
        input,
      )
      if (operation.changes !== undefined) {
        const audit = auditOf(name, legacy, body, output)
        const origin = door === 'undo' ? { origin: 'undo' as const } : {}
        const by = { ...context.actor, ...origin }
        const noted = { notes, notedTable }
        done({ name: target, operation, input, output, context, by, ...noted, ...(audit !== undefined && { audit }) })
        log.info(
          {
            requestId: context.requestId,
            operation: name,
            userId: context.actor.userId,
            projectId: context.projectId,
            ms: Math.round(clock.monotonicMs() - startedAt),
          },
          'command',
        )
      }
      if (validateOutput) checkOutput(target, operation.output, output)
      if (legacy === undefined || !('operation' in legacy)) return output
      const answer = legacy.toBody(output as never, body as never)
      if (validateOutput) checkOutput(name, legacy.output, answer)
      return answer
    },
  }
}

const needsWholeSchema = ({ permission, wholeSchema }: Operation): boolean =>
  permission === 'schema.change' || wholeSchema === true

const isClosed = ({ ownPathOnly, undoOnly }: Operation, door: Door): boolean =>
  (ownPathOnly === true && door !== 'ownPath') || (undoOnly === true && door !== 'undo')

interface Found {
  readonly operation: Operation
  /** Name of the operation behind the call. */
  readonly target: string
  readonly legacy: LegacyCall | undefined
}

type Handle = (context: CallContext, input: unknown) => unknown

function inputOf(legacy: LegacyCall | undefined, body: unknown): unknown {
  return legacy !== undefined && 'operation' in legacy ? legacy.toInput(body as never) : body
}

function handlerOf(legacy: LegacyCall | undefined): Handle | undefined {
  return legacy !== undefined && 'handle' in legacy ? (legacy.handle as Handle) : undefined
}

function auditOf(
  name: string,
  legacy: LegacyCall | undefined,
  body: unknown,
  output: unknown,
): AuditFacts | null | undefined {
  if (legacy === undefined || !('handle' in legacy)) return undefined
  const facts = legacy.audit?.(body as never, output as never)
  return facts === null ? null : { operation: `OPERATION/${name}`, ...facts }
}

function contextOf(principal: Principal, facts: CallFacts, change: CallChange, sinceMs: number): CallContext {
  const { ip, client, fromDashboard = false } = facts
  return {
    principal,
    ...(principal.projectId === undefined ? {} : { projectId: principal.projectId }),
    ...(facts.environment === undefined ? {} : { environment: facts.environment }),
    actor: actorOf(principal, { ip, client, fromPage: fromDashboard || client !== undefined }),
    change,
    requestId: facts.requestId,
    sinceMs,
    ...(facts.agent === undefined ? {} : { agent: facts.agent }),
    ...(facts.language === undefined ? {} : { language: facts.language }),
    ...(facts.viaProxy === true ? { viaProxy: true as const } : {}),
    get credentials() {
      return credentialsOf(facts)
    },
    get signal() {
      return facts.signal()
    },
    ...(facts.refreshCookie === undefined ? {} : { refreshCookie: facts.refreshCookie }),
  }
}

/** Returns the credentials of a call as headers. Visitors of a share have none. */
function credentialsOf({ token, apiToken, masterKey, preview, share }: CallFacts): Record<string, string> {
  if (share !== undefined) return {}
  return {
    ...(token !== undefined && { 'xc-auth': token }),
    ...(apiToken !== undefined && { [apiTokenHeader]: apiToken }),
    ...(masterKey !== undefined && { [masterKeyHeader]: masterKey }),
    ...(preview !== undefined && { [previewHeader]: preview }),
  }
}

/** Our own door is strict. The others ignore and report what the original did not know. */
function validInput({ operation, legacy }: Found, door: Door, args: unknown, ignored: string[]): unknown {
  const given = args ?? {}
  const { input, ownKey } = legacy ?? operation
  const isLenient =
    legacy === undefined
      ? operation.door === 'legacy' && door !== 'operations' && door !== 'undo'
      : legacy.strict !== true
  const isOwn = ownKey !== undefined && Object.hasOwn(Object(given), ownKey)
  return isLenient && !isOwn ? parseLegacyInput(input, given, ignored) : parseInput(input, given)
}

function checkOutput(name: string, schema: z.ZodType, output: unknown): void {
  const result = schema.safeParse(output)
  if (!result.success)
    throw new AppError('INTERNAL', {}, { cause: new Error(`${name} answered something else: ${result.error.message}`) })
}
