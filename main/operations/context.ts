import type { Actor } from '@common/model'
import type { OperationInput, OperationOutput, Operations } from './contract'
import type { ProjectRole, Role, UserRole } from '@common/permissions'

/** Who calls. Roles are looked up for each request, never taken from the token. */
export type Caller =
  | {
      readonly kind: 'anonymous'
      /** A token was sent, but it is not ours, has ended or was revoked. */
      readonly tokenRefused?: true
    }
  | {
      readonly kind: 'user'
      readonly userId: number
      readonly sessionId: string
      readonly email: string
      readonly emailVerified: boolean
      readonly firstName: string | null
      readonly lastName: string | null
      readonly isSuperAdmin: boolean
      readonly userRole: UserRole
    }

/** Cookie access for the few operations that keep the refresh token. Data calls never see it. */
export interface RefreshCookie {
  readonly read: () => string | undefined
  /** Sets the cookie, or removes it with null. */
  readonly write: (token: string | null) => void
  /** True when the request's Origin is absent or ours. */
  readonly sameOrigin: boolean
}

/** A file that came with a call: arrived whole, and gone after the call unless it is kept. */
export interface ArrivedFile {
  /** The name that it was given, fit to be shown. */
  readonly title: string
  readonly size: number
  /** Where it lies, for what reads it from there. */
  readonly path?: string
  readonly keep: (projectId: string, id: string) => Promise<void>
  readonly discard: () => Promise<void>
}

/** What a handler is given beside its input. */
export interface CallContext {
  readonly caller: Caller
  /** Roles that count for this call: of the person, and in the project when the call names one. */
  readonly roles: readonly Role[]
  /** Present when the call names a project in which the caller has a role. */
  readonly projectId?: string
  readonly projectRole?: ProjectRole
  readonly actor: Actor
  readonly requestId: string
  /** True if a proxy forwarded the request, which may then come from any machine. */
  readonly viaProxy?: true
  readonly signal: AbortSignal
  /** Absent over IPC. */
  readonly refreshCookie?: RefreshCookie
  /** Headers of the answer, set by operations that are answered as text. Absent over IPC. */
  readonly answerHeaders?: Record<string, string>
  /** Receives the ids of trash entries that the call creates, for the header `basalt-trashed`. Absent over IPC. */
  readonly trashed?: (entryId: string) => void
  /** Of a multipart call. */
  readonly upload?: ArrivedFile
}

/** Handlers of a set of operations: a missing or mistyped one does not compile. */
export type Handlers<T extends Operations> = {
  readonly [N in keyof T]: (
    context: CallContext,
    input: OperationInput<T[N]>,
  ) => Promise<OperationOutput<T[N]>> | OperationOutput<T[N]>
}

/** Context of an operation inside a project: the pipeline has checked that it is there. */
export type ProjectContext = CallContext & { readonly projectId: string; readonly projectRole: ProjectRole }

export function inProject(context: CallContext): ProjectContext {
  const { projectId, projectRole } = context
  if (projectId === undefined || projectRole === undefined)
    throw new Error('The pipeline let a project operation through without a project')
  return { ...context, projectId, projectRole }
}
