/** Kinds of actors in the audit. */
export const actorKinds = [
  'person',
  'apiToken',
  'sharedView',
  'sharedBase',
  'formVisitor',
  'anonymous',
  'system',
] as const
export type ActorKind = (typeof actorKinds)[number]

/** Where changes come from: our page, a script with a session, an API token, a share link, the server itself … */
export const origins = ['page', 'script', 'token', 'share', 'automation', 'import', 'undo', 'sql'] as const
export type Origin = (typeof origins)[number]

/** The actor behind a change, for change events and the audit. */
export interface Actor {
  readonly kind: ActorKind
  /** Id of the API token or the share link. */
  readonly id?: string
  /** Name of the API token, or of what the link shares, at the time of the call. */
  readonly title?: string
  /** The user; for an API token, the user who created it. */
  readonly userId: number | null
  readonly email: string | null
  readonly ip: string | null
  readonly origin: Origin
  /** Id of the window that sent the request, if it sent one. Never stored. */
  readonly client?: string
}

/** The server itself. */
export const serverActor: Actor = { kind: 'system', userId: null, email: null, ip: null, origin: 'automation' }
