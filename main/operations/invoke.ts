import { AppError } from '@common/errors'
import { operationByName, type Operation, type OperationName } from '@common/operations'
import { isVisitor, userOf, type Principal } from '@common/principal'
import { authorize, type Access } from '@main/features/auth'
import type { Clock } from '@main/lib/clock'
import type { Log } from '@main/lib/log'
import type { CallChange } from './call-change'
import type { CallContext, RefreshCookie } from './context'
import type { AnyHandler } from './modules'
import type { CommandDone } from './module'
import { parseInput, parseLegacyInput } from './input'

/** A call as its transport received it. */
export interface CallFacts {
  /** Of the `xc-auth` header, or from the window; never of a cookie or an address. */
  readonly token: string | undefined
  readonly projectId: string | undefined
  /** Text of the `xc-preview` header: a role that lowers the rights of the call. */
  readonly preview?: string | undefined
  readonly ip: string | null
  /** True if a proxy passed the request on. */
  readonly viaProxy?: boolean
  /** The window of the dashboard calls, which says so (`xc-gui`, wire §1). */
  readonly fromDashboard?: boolean
  readonly requestId: string
  /** The window that calls, as it names itself. */
  readonly client?: string
  /** Asked for only when something long begins; aborts when the caller leaves. */
  readonly signal: () => AbortSignal
  readonly refreshCookie?: RefreshCookie
}

/** The pipeline every operation runs through, whatever its transport. */
export interface Invoker {
  /**
   * Returns the context of a call with its principal: synchronously if the principal is cached and its rights are
   * unchanged. A call with a bad token is anonymous.
   */
  readonly context: (facts: CallFacts) => CallContext | Promise<CallContext>
  /**
   * Permits, validates, handles.
   *
   * @param transport  an operation with a path of its own may be closed to the others
   * @param ignored    receives the paths of unknown keys that a legacy operation ignores, as in `connection.timezone`
   * @throws AppError OPERATION_NOT_FOUND, those of `authorize`, INPUT_INVALID, and what the handler throws
   */
  readonly invoke: (
    name: string,
    args: unknown,
    context: CallContext,
    transport: 'dashboard' | 'ownPath',
    ignored?: string[],
  ) => Promise<unknown>
}

export interface InvokerOptions {
  readonly handlers: Readonly<Record<OperationName, AnyHandler>>
  readonly access: Access
  readonly clock: Clock
  readonly log: Log
  /** Creates the change of a call. */
  readonly newChange: () => CallChange
  /** Checks answers too: in development and tests, where a wrong one should not go unseen. */
  readonly validateOutput: boolean
  /** Receives every command that succeeded. */
  readonly done: (command: CommandDone & { readonly input: unknown; readonly output: unknown }) => void
}

export function createInvoker(options: InvokerOptions): Invoker {
  const { handlers, access, clock, log, newChange, validateOutput, done } = options
  return {
    context: (facts) => {
      const principal = access.principal(facts)
      return principal instanceof Promise
        ? principal.then((found) => contextOf(found, facts, newChange()))
        : contextOf(principal, facts, newChange())
    },

    invoke: async (name, args, context, transport, ignored = []) => {
      const operation = operationByName(name)
      if (!operation || (operation.ownPathOnly === true && transport !== 'ownPath'))
        throw new AppError('OPERATION_NOT_FOUND', { name: name.slice(0, 100) })
      // Rights first: a stranger learns nothing about what an operation expects.
      authorize(context, operation.permission)
      if (operation.scope === 'project') {
        if (context.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
        // Operations name tables and views freely; visitors may see one table only.
        if (isVisitor(context.principal)) throw new AppError('NOT_ALLOWED')
      }
      const input = validInput(operation, args, ignored)

      const startedAt = clock.monotonicMs()
      const handler = handlers[name as OperationName] as (context: CallContext, input: unknown) => unknown
      const output = await handler(context, input)
      if (operation.changes !== undefined) {
        done({ name, operation, input, output, context })
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
      if (validateOutput) checkOutput(name, operation, output)
      return output
    },
  }
}

function contextOf(principal: Principal, facts: CallFacts, change: CallChange): CallContext {
  const user = userOf(principal)
  return {
    principal,
    ...(principal.projectId === undefined ? {} : { projectId: principal.projectId }),
    actor: {
      userId: user?.userId ?? null,
      email: user?.email ?? null,
      ip: facts.ip,
      ...(facts.client === undefined ? {} : { client: facts.client }),
    },
    change,
    requestId: facts.requestId,
    ...(facts.viaProxy === true ? { viaProxy: true as const } : {}),
    get signal() {
      return facts.signal()
    },
    ...(facts.refreshCookie === undefined ? {} : { refreshCookie: facts.refreshCookie }),
  }
}

function validInput(operation: Operation, args: unknown, ignored: string[]): unknown {
  const given = args ?? {}
  const isOwn = operation.ownKey !== undefined && Object.hasOwn(Object(given), operation.ownKey)
  return operation.door === 'legacy' && !isOwn
    ? parseLegacyInput(operation.input, given, ignored)
    : parseInput(operation.input, given)
}

function checkOutput(name: string, operation: Operation, output: unknown): void {
  const result = operation.output.safeParse(output)
  if (!result.success)
    throw new AppError('INTERNAL', {}, { cause: new Error(`${name} answered something else: ${result.error.message}`) })
}
