import { actorKinds, origins, type Actor, type Origin } from '@common/model'
import type { StoredActor } from '@common/model/history'
import type { Principal } from '@common/principal'

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
const originOfSource: Readonly<Partial<Record<string, Origin>>> = {
  import: 'import',
  undo: 'undo',
  redo: 'undo',
  sql: 'sql',
}
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

/** Columns that name the actor in a row of a log. */
interface ActorOfRow {
  readonly actor_kind: string | null
  readonly actor_id: string | null
  readonly actor_title: string | null
  readonly origin: string | null
}

/** Returns the actor and the origin of a stored entry; null in entries of older versions. */
export function storedActor(row: ActorOfRow): { readonly actor: StoredActor | null; readonly origin: Origin | null } {
  const kind = actorKinds.find((each) => each === row.actor_kind)
  return {
    actor: kind === undefined ? null : { kind, id: row.actor_id, title: row.actor_title },
    origin: origins.find((each) => each === row.origin) ?? null,
  }
}

/** Returns an actor as a principal may see it: the name of a link is that of its view, which may be hidden. */
export const actorSeenBy = ({ access }: Principal, actor: StoredActor | null): StoredActor | null =>
  (access?.views?.size ?? 0) > 0 ? withoutView(actor) : actor

/** Returns an actor without the name of a shared view. */
export const withoutView = (actor: StoredActor | null): StoredActor | null =>
  actor !== null && visitors.has(actor.kind) ? { ...actor, title: null } : actor

/** Actors with the name of a shared view. */
export const visitors: ReadonlySet<string> = new Set(['sharedView', 'formVisitor'])
