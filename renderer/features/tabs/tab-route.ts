import { defaultDbAlias } from '@common/constants'
import { tabTypes, type Tab, type TabType } from './tabs-store'

/** The tab that a route's query names (S1 §2: name, type, dbalias; and the view); undefined when it names none. */
export function tabOfQuery(query: URLSearchParams): Pick<Tab, 'name' | 'type' | 'dbAlias' | 'view'> | undefined {
  const name = query.get('name')
  const type = tabTypes.find((known): known is TabType => known === (query.get('type') ?? 'table'))
  if (name === null || name === '' || type === undefined) return undefined
  const view = query.get('view') ?? ''
  return { name, type, dbAlias: query.get('dbalias') ?? defaultDbAlias, ...(view === '' ? {} : { view }) }
}

/** The query that opens a tab again. */
export function queryOfTab(tab: Pick<Tab, 'name' | 'type' | 'dbAlias' | 'view'> | undefined): URLSearchParams {
  if (tab === undefined) return new URLSearchParams()
  const { name, type, dbAlias, view } = tab
  return new URLSearchParams({ name, type, dbalias: dbAlias, ...(view === undefined ? {} : { view }) })
}
