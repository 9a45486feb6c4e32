import { defaultDbAlias } from '@common/constants'
import { isTabType } from './kinds'
import type { Tab } from './tabs-store'

type AddressedTab = Pick<Tab, 'name' | 'type' | 'dbAlias' | 'view' | 'record'>

/** The tab that a route's query names (S1 §2: name, type, dbalias; view and record); undefined when it names none. */
export function tabOfQuery(query: URLSearchParams): AddressedTab | undefined {
  const name = query.get('name')
  const type = query.get('type') ?? 'table'
  if (name === null || name === '' || !isTabType(type)) return undefined
  const view = query.get('view') ?? ''
  const record = query.get('record') ?? ''
  return {
    name,
    type,
    dbAlias: query.get('dbalias') ?? defaultDbAlias,
    ...(view === '' ? {} : { view }),
    ...(record === '' ? {} : { record }),
  }
}

/** The query that opens a tab again. */
export function queryOfTab(tab: AddressedTab | undefined): URLSearchParams {
  if (tab === undefined) return new URLSearchParams()
  const { name, type, dbAlias, view, record } = tab
  return new URLSearchParams({
    name,
    type,
    dbalias: dbAlias,
    ...(view === undefined ? {} : { view }),
    ...(record === undefined ? {} : { record }),
  })
}
