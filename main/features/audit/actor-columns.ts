import type { Actor, Origin } from '@common/model'

/** Columns of every log that name the actor of an entry. */
export interface ActorColumns {
  readonly user_id: number | null
  readonly email: string | null
  readonly ip: string | null
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly actor_title: string | null
  readonly origin: Origin
}

/** Sources of row changes that are an origin of their own. */
const originOfSource: Readonly<Partial<Record<string, Origin>>> = { import: 'import', undo: 'undo', redo: 'undo' }
const titleCharacters = 255

/**
 * Returns the columns that name an actor.
 *
 * @param why  source of a row change, such as `import`
 */
export function actorColumns(who: Actor, why = ''): ActorColumns {
  return {
    user_id: who.userId,
    email: who.email,
    ip: who.ip,
    actor_kind: who.kind,
    actor_id: who.id ?? null,
    actor_title: who.title?.slice(0, titleCharacters) ?? null,
    origin: originOfSource[why] ?? who.origin,
  }
}
