import { defaultDbAlias } from '@common/constants'
import { tabTypes, type Tab, type TabType } from './tabs-store'

/** The tab that a route's query names (S1 §2: name, type, dbalias); undefined when it names none. */
export function tabOfQuery(query: URLSearchParams): Pick<Tab, 'name' | 'type' | 'dbAlias'> | undefined {
  const name = query.get('name')
  const type = tabTypes.find((known): known is TabType => known === (query.get('type') ?? 'table'))
  if (name === null || name === '' || type === undefined) return undefined
  return { name, type, dbAlias: query.get('dbalias') ?? defaultDbAlias }
}

/** The query that opens a tab again. */
export function queryOfTab(tab: Pick<Tab, 'name' | 'type' | 'dbAlias'> | undefined): URLSearchParams {
  if (tab === undefined) return new URLSearchParams()
  return new URLSearchParams({ name: tab.name, type: tab.type, dbalias: tab.dbAlias })
}
