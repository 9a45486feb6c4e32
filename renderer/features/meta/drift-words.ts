import type { DriftChange, TableDrift } from '@common/model/drift'
import { serverText, t } from '@renderer/i18n'
import type { OptionColor } from '@common/model'

/** How a table stands to what Basalt knows of it. */
export const driftStates = ['inSync', 'added', 'removed', 'renamed', 'changed'] as const
export type DriftState = (typeof driftStates)[number]

export function stateOf({ detectedChanges }: TableDrift): DriftState {
  const has = (type: DriftChange['type']): boolean => detectedChanges.some((change) => change.type === type)
  if (detectedChanges.length === 0) return 'inSync'
  if (has('tableAdded')) return 'added'
  if (has('tableRemoved')) return 'removed'
  return has('tableRenamed') ? 'renamed' : 'changed'
}

/** Words and colours together: colour alone says nothing. */
export const stateColors: Readonly<Record<DriftState, OptionColor>> = {
  inSync: 'grey',
  added: 'green',
  removed: 'red',
  renamed: 'violet',
  changed: 'amber',
}

/** Returns what is different, as a sentence. */
export const changeSentence = ({ msg, message }: DriftChange): string => serverText(msg, message)

/** What is different in a table, in one sentence and the number of others. */
export function driftSentence({ detectedChanges }: TableDrift): string {
  const [first] = detectedChanges
  if (first === undefined) return ''
  const more = detectedChanges.length - 1
  const sentence = changeSentence(first)
  return more === 0 ? sentence : t('meta.andMore', { sentence, count: more })
}

/** Where a table that is not there any more went. */
export function goneSentence({ detectedChanges }: TableDrift): string {
  const renamed = detectedChanges.find(({ type }) => type === 'tableRenamed')
  if (renamed === undefined) return t('meta.gone.removed')
  const { to: table = '' } = renamed
  return renamed.choice === undefined ? t('meta.gone.renamed', { table }) : t('meta.gone.maybeRenamed', { table })
}

/** What is asked where it is for people to say. */
export function choiceWords({ type }: DriftChange): string {
  if (type === 'tableRenamed') return t('meta.choice.table')
  return t(type === 'columnRenamed' ? 'meta.choice.column' : 'meta.choice.relation')
}

/** What a table was called when Basalt saw it last; nothing for a new one. */
export function knownAs(drift: TableDrift): string {
  const renamed = drift.detectedChanges.find(({ type }) => type === 'tableRenamed')
  if (renamed !== undefined) return renamed.from ?? ''
  return stateOf(drift) === 'added' ? '' : drift._tn
}
