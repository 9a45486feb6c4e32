import { defaultDbAlias } from '@common/constants'
import { conditionFilter } from '@common/query/condition'
import type { Filter } from '@common/query/tree'
import { isApiError } from '@renderer/api'
import { tabKey, tabs } from '@renderer/features/tabs'
import { sentence, type Sentence, t } from '@renderer/i18n'
import { create } from 'zustand'

/** A temporary filter from a command. Replaces the view's filter until the user shows all rows again. */
export interface Narrowed {
  readonly filter: Filter
  /** Names the record that all of them link to. */
  readonly record: string
}

export const useNarrowed = create<{ readonly tables: Readonly<Record<string, Narrowed | undefined>> }>(() => ({
  tables: {},
}))

export const narrowedKey = (projectId: string, table: string): string => `${projectId} ${table}`

/** Sets or clears the temporary filter of a table. */
export function narrow(projectId: string, table: string, narrowed: Narrowed | undefined): void {
  useNarrowed.setState(({ tables }) => ({ tables: { ...tables, [narrowedKey(projectId, table)]: narrowed } }))
}

/** Returns the message for a rejected delete, with a button that shows the records linking to it. */
export interface Referenced {
  readonly sentence: Sentence
  readonly label: string
  readonly show: () => void
}

/** Returns undefined if the error isn't about records that link to the deleted one. */
export function referencedBy(projectId: string, error: unknown): Referenced | undefined {
  if (!isApiError(error, 'ROW_REFERENCED')) return undefined
  const { record, table, tableName, count, filter } = error.details
  if (typeof record !== 'string' || typeof table !== 'string' || typeof tableName !== 'string') return undefined
  const found = conditionFilter(filter)
  if (typeof count !== 'number' || found === undefined) return undefined
  return {
    sentence: sentence('grid.referenced.text', {
      count,
      record,
      records: sentence('grid.referenced.records', { count, table }),
    }),
    label: t('grid.referenced.show', { count }),
    show: () => {
      const tab = { type: 'table' as const, name: tableName, title: table, dbAlias: defaultDbAlias }
      narrow(projectId, tableName, { filter: found, record })
      tabs.open(tab)
      tabs.choose(tabKey(tab), undefined)
    },
  }
}
