import type { DriftChange, TableDrift } from '@common/model/drift'
import { serverText, t } from '@renderer/i18n'
import type { OptionColor } from '@common/model'

/** State of a table compared to Basalt's metadata. */
export const driftStates = ['inSync', 'added', 'removed', 'renamed', 'changed'] as const
export type DriftState = (typeof driftStates)[number]

export function stateOf({ changes }: TableDrift): DriftState {
  const has = (type: DriftChange['type']): boolean => changes.some((change) => change.type === type)
  if (changes.length === 0) return 'inSync'
  if (has('tableAdded')) return 'added'
  if (has('tableRemoved')) return 'removed'
  return has('tableRenamed') ? 'renamed' : 'changed'
}

/** Colours accompany words: colour alone carries no meaning. */
export const stateColors: Readonly<Record<DriftState, OptionColor>> = {
  inSync: 'grey',
  added: 'green',
  removed: 'red',
  renamed: 'violet',
  changed: 'amber',
}

/** Describes a difference in one sentence. */
export const changeSentence = ({ msg, message }: DriftChange): string => serverText(msg, message)

/** Describes the first difference of a table and counts the others. */
export function driftSentence({ changes }: TableDrift): string {
  const [first] = changes
  if (first === undefined) return ''
  const more = changes.length - 1
  const sentence = changeSentence(first)
  return more === 0 ? sentence : t('meta.andMore', { sentence, count: more })
}

/** Where a table that is not there any more went. */
export function goneSentence({ changes }: TableDrift): string {
  const renamed = changes.find(({ type }) => type === 'tableRenamed')
  if (renamed === undefined) return t('meta.gone.removed')
  const { to: table = '' } = renamed
  return renamed.choice === undefined ? t('meta.gone.renamed', { table }) : t('meta.gone.maybeRenamed', { table })
}

/** Returns the question for a change that the user must decide. */
export function choiceWords({ type }: DriftChange): string {
  if (type === 'tableRenamed') return t('meta.choice.table')
  return t(type === 'columnRenamed' ? 'meta.choice.column' : 'meta.choice.relation')
}

/** Returns the last known name of a table; empty for a new one. */
export function knownAs(drift: TableDrift): string {
  const renamed = drift.changes.find(({ type }) => type === 'tableRenamed')
  if (renamed !== undefined) return renamed.from ?? ''
  return stateOf(drift) === 'added' ? '' : drift.title
}
