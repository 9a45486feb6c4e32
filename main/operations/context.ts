import { AppError } from '@common/errors'
import type { Actor } from '@common/model'
import { accountOf, userOf, type Person, type Principal } from '@common/principal'
import type { OperationInput, OperationOutput, Operations } from './contract'
import type { CallChange } from './call-change'

/** Cookie access for the operations that store the refresh token. Data calls never see it. */
export interface RefreshCookie {
  readonly read: () => string | undefined
  /** Sets the cookie, or removes it with null. */
  readonly write: (token: string | null) => void
  /** True when the request's Origin is absent or ours. */
  readonly sameOrigin: boolean
  /** State of a sign-in at a provider that this browser started. */
  readonly readState: () => string | undefined
  /** Stores it, or removes it with null. */
  readonly writeState: (state: string | null) => void
  /** The request's Origin, to check `sameOrigin` first. */
  readonly origin: string | undefined
}

/** Where a file is stored, and what it contains. */
export interface KeptFile {
  /** `local` for the profile, or a storage of the installation. */
  readonly place: string
  /** Checksum of the bytes; null if it wasn't computed. */
  readonly sha256: string | null
}

/** A received file of a call. It is deleted after the call unless the handler stores it. */
export interface ArrivedFile {
  /** Cleaned name of the file. */
  readonly title: string
  readonly size: number
  /** Path of the file, if it is on disk. */
  readonly path?: string
  /** Stores the file for good. */
  readonly keep: (projectId: string, id: string) => Promise<KeptFile>
  readonly discard: () => Promise<void>
}

/** The second argument of a handler. */
export interface CallContext {
  readonly principal: Principal
  /** Present if the call names a project in which the principal has a role or a share. */
  readonly projectId?: string
  /** Name of the environment that a dashboard call names. Default: the working one. */
  readonly environment?: string
  readonly actor: Actor
  /** The change that the call makes. Absent if nothing that it writes belongs in the change log. */
  readonly change?: CallChange
  readonly requestId: string
  /**
   * Time at which the call began, by `performance.now()`. Look-ups at its start may share facts that were read since
   * then. Later ones may not, because a call can take long.
   */
  readonly sinceMs?: number
  /** Text of the `User-Agent` header. */
  readonly agent?: string | undefined
  /** Code of the language that the caller asks for. Default: English. */
  readonly language?: string | undefined
  /**
   * Adds details to the audit line of a command, such as the value before the change. Absent for queries.
   *
   * @param table  name of the table that the line is about, if the input doesn't have it or has its title
   */
  readonly noteForAudit?: (details: Readonly<Record<string, unknown>>, table?: string) => void
  /** True if a proxy forwarded the request, which may then come from any machine. */
  readonly viaProxy?: true
  readonly signal: AbortSignal
  /** Headers that prove who the caller is, to repeat them in a request to this server. Absent over IPC. */
  readonly credentials?: Readonly<Record<string, string>>
  /** Absent over IPC. */
  readonly refreshCookie?: RefreshCookie
  /** Response headers of operations with text responses. Absent over IPC. */
  readonly answerHeaders?: Record<string, string>
  /** Receives the ids of trash entries that the call creates, for the header `basalt-trashed`. Absent over IPC. */
  readonly trashed?: (entryId: string) => void
  /** Query of the address of a dashboard call, without the call and the project. */
  readonly addressQuery?: string
  /** Present for multipart calls. */
  readonly upload?: ArrivedFile
  /** All files of a multipart call, with the names of their parts. */
  readonly uploads?: readonly { readonly field: string; readonly file: ArrivedFile }[]
}

/** Handlers of a set of operations. A missing or mistyped one doesn't compile. */
export type Handlers<T extends Operations> = {
  readonly [N in keyof T]: (
    context: CallContext,
    input: OperationInput<T[N]>,
  ) => Promise<OperationOutput<T[N]>> | OperationOutput<T[N]>
}

/** Context of an operation inside a project, whose presence the pipeline has checked. */
export type ProjectContext = CallContext & { readonly projectId: string }

export function inProject(context: CallContext): ProjectContext {
  const { projectId } = context
  if (projectId === undefined) throw new Error('The pipeline let a project operation through without a project')
  return { ...context, projectId }
}

/**
 * Returns the user behind a call, also of an API token.
 *
 * @throws AppError NOT_SIGNED_IN; NOT_ALLOWED for visitors
 */
export function userIn({ principal }: Pick<CallContext, 'principal'>): { readonly userId: number } {
  const user = userOf(principal)
  if (user === null) throw new AppError(principal.kind === 'anonymous' ? 'NOT_SIGNED_IN' : 'NOT_ALLOWED')
  return user
}

/**
 * Returns the person behind a call.
 *
 * @throws AppError NOT_SIGNED_IN; NOT_ALLOWED for tokens and visitors
 */
export function personIn({ principal }: Pick<CallContext, 'principal'>): Person {
  const person = accountOf(principal)
  if (person === undefined) throw new AppError(principal.kind === 'anonymous' ? 'NOT_SIGNED_IN' : 'NOT_ALLOWED')
  return person
}
