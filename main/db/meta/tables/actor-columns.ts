/** The actor of an entry in a log. Null in entries of older versions. */
export const actorColumns = {
  /** One of `actorKinds`. */
  actor_kind: 'text?',
  /** Id of the API token or the share link. */
  actor_id: 'text?',
  /** Its name at that time. */
  actor_title: 'text?',
  /** One of `origins`. */
  origin: 'text?',
  /** Address of the client. */
  ip: 'text?',
} as const
