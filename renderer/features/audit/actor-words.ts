import type { ActorKind } from '@common/model'
import type { ListedAuditLine } from '@common/operations/audit'
import { t } from '@renderer/i18n'
import type { IconName } from '@renderer/ui'

const icons: Readonly<Record<ActorKind, IconName>> = {
  person: 'user',
  apiToken: 'key',
  sharedView: 'link',
  sharedBase: 'link',
  formVisitor: 'form',
  anonymous: 'help',
  system: 'gear',
}

/** Returns the icon of a kind of actor; null for actors without a name. */
export const actorIcon = (kind: ActorKind | null): IconName => (kind === null ? 'gear' : icons[kind])

/** Returns the name of an actor: an address, the name of a token or a link, or a word for actors without one. */
export function actorName(kind: ActorKind | null, label: string | null): string {
  if (label !== null && label !== '') return label
  if (kind === null) return t('audit.actor.nobody')
  return t(`audit.actor.${kind}`)
}

/** Returns the actor of a line: its name, and a second line for tokens and links. */
export function actorOf({ user, actor, origin }: ListedAuditLine): {
  readonly kind: ActorKind
  readonly name: string
  readonly note: string | undefined
} {
  const kind = actor?.kind ?? (user === null ? 'system' : 'person')
  const name = actorName(kind, kind === 'person' || kind === 'anonymous' ? user : (actor?.title ?? null))
  if (kind === 'apiToken') return { kind, name, note: t('audit.actor.tokenOf', { user: user ?? '' }) }
  if (kind === 'sharedView' || kind === 'sharedBase' || kind === 'formVisitor')
    return { kind, name, note: t(`audit.actor.${kind}`) }
  const isPlain = origin === null || origin === 'page' || kind === 'system'
  return { kind, name, note: isPlain ? undefined : t(`audit.origin.${origin}`) }
}
