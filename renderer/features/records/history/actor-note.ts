import { shortName } from '@common/util/short-name'
import type { ActorKind, Origin } from '@common/model'
import type { StoredActor } from '@common/model/history'
import { t } from '@renderer/i18n'

interface ActorFacts {
  /** E-mail address. */
  readonly user: string | null
  readonly actor: StoredActor | null
  readonly origin: Origin | null
}

/** Returns the name of the actor of a change or a comment. */
export function actorWords({ user, actor }: ActorFacts): string {
  if (user !== null) return shortName(user)
  if (actor?.kind === 'system') return t('history.actor.system')
  return actor !== null && isVisitor(actor.kind) ? t('history.actor.visitor') : t('notices.nobody')
}

/** Returns the token, link or program that a change or a comment came through; undefined for the page. */
export function throughWords({ actor, origin }: ActorFacts): string | undefined {
  if (origin === 'undo' || origin === 'import') return t(`history.through.${origin}`)
  if (actor !== null && (actor.kind === 'apiToken' || isVisitor(actor.kind)))
    return t(`history.through.${actor.kind}`, { title: actor.title ?? '', named: actor.title ? 'yes' : 'no' })
  return origin === 'script' ? t('history.through.script') : undefined
}

type VisitorKind = 'sharedView' | 'sharedBase' | 'formVisitor'

const isVisitor = (kind: ActorKind): kind is VisitorKind =>
  kind === 'sharedView' || kind === 'sharedBase' || kind === 'formVisitor'
