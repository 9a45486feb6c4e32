import { AppError } from '@common/errors'
import { operationByName, type Operation, type OperationName } from '@common/operations'
import { authorize, type Access, type Identity } from '@main/features/auth'
import type { Clock } from '@main/lib/clock'
import type { Log } from '@main/lib/log'
import type { CallContext, RefreshCookie } from './context'
import type { AnyHandler } from './modules'
import type { CommandDone } from './module'
import { parseInput, parseLegacyInput } from './input'

/** What a transport knows of a call before anybody has looked at who calls. */
export interface CallFacts {
  /** Of the `xc-auth` header, or what the window hands over; never of a cookie or an address. */
  readonly token: string | undefined
  readonly projectId: string | undefined
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
  /** Finds out who calls. Never throws for a bad token: such a caller is anonymous. */
  readonly context: (facts: CallFacts) => Promise<CallContext>
  /** The same at once, for a caller who is known and whose rights have not changed since. */
  readonly knownContext: (facts: CallFacts) => CallContext | undefined
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
  /** Checks answers too: in development and tests, where a wrong one should not go unseen. */
  readonly validateOutput: boolean
  /** Receives every command that succeeded. */
  readonly done: (command: CommandDone & { readonly input: unknown; readonly output: unknown }) => void
}

export function createInvoker(options: InvokerOptions): Invoker {
  const { handlers, access, clock, log, validateOutput, done } = options
  return {
    context: async (facts) => contextOf(await access.identify(facts.token, facts.projectId), facts),

    knownContext: (facts) => {
      const identity = access.known(facts.token, facts.projectId)
      return identity && contextOf(identity, facts)
    },

    invoke: async (name, args, context, transport, ignored = []) => {
      const operation = operationByName(name)
      if (!operation || (operation.ownPathOnly === true && transport !== 'ownPath'))
        throw new AppError('OPERATION_NOT_FOUND', { name: name.slice(0, 100) })
      // Rights first: a stranger learns nothing about what an operation expects.
      authorize(context, operation.permission)
      if (operation.scope === 'project' && context.projectId === undefined) throw new AppError('PROJECT_NOT_FOUND')
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

function contextOf(identity: Identity, facts: CallFacts): CallContext {
  const { caller } = identity
  const signedIn = caller.kind === 'user'
  return {
    ...identity,
    actor: {
      userId: signedIn ? caller.userId : null,
      email: signedIn ? caller.email : null,
      ip: facts.ip,
      ...(facts.client === undefined ? {} : { client: facts.client }),
    },
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
