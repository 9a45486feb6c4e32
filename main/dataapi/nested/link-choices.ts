import { columnType } from '@common/columns/registry'
import type { FormatOptions } from '@common/columns/column-type'
import type { Principal } from '@common/principal'
import { formatNameList } from '@common/query/name-list'
import { rowIdSegment } from '@common/query/row-id'
import { nameColumn } from '@common/views'
import type { DataApiPorts } from '../ports'
import { tableIndex, wholeIndex } from '../plan/columns'
import { tablesOf } from '../plan/sights'
import type { Reads } from '../run/reads'
import type { LinkColumn } from './ends'

/** A record that a link can lead to: the value that links it, and its name. */
export interface LinkChoice {
  readonly value: string
  readonly label: string
}

export interface ChoicesAsked {
  readonly link: LinkColumn
  /** True if the link takes several records, by their row ids. Otherwise the value of the referenced column links one. */
  readonly many: boolean
  /** Part of the name. */
  readonly search?: string | undefined
  /** Values of chosen records. */
  readonly values?: readonly string[] | undefined
  readonly reader: FormatOptions
}

/** Lists records by key and name, for people who read nothing else of their table. */
export type LinkChoices = (
  principal: Principal,
  projectId: string,
  asked: ChoicesAsked,
  signal: AbortSignal,
) => Promise<readonly LinkChoice[]>

const choicesMax = 25
type Row = Readonly<Record<string, unknown>>

/** Records of a linked table by key and name, in the form of the data API. */
export type LinkPages = (
  principal: Principal,
  projectId: string,
  asked: {
    readonly table: string
    /** Part of the name. */
    readonly search: string
    readonly limit: number
    readonly offset: number
  },
  signal: AbortSignal,
) => Promise<{ readonly list: readonly Row[]; readonly count: number }>

export function createLinkPages(ports: Pick<DataApiPorts, 'tables' | 'database'>, reads: Reads): LinkPages {
  return async (principal, projectId, { table, search, limit, offset }, signal) => {
    const tableNamed = tablesOf(ports, principal, projectId)
    const related = await tableNamed(table)
    if (related === undefined) return { list: [], count: 0 }
    const index = wholeIndex(tableIndex(related))
    const name = nameColumn(related)
    const call = { projectId, database: await ports.database(projectId), index, tableNamed, signal }
    const condition: Readonly<Record<string, string>> =
      search.trim() === '' || name === undefined
        ? {}
        : { condition: JSON.stringify({ [name.title]: { contains: search.trim() } }) }
    const fields = new Set([...index.key, ...(name ? [name] : [])].map(({ title }) => title))
    const query = { fields: formatNameList([...fields]), hm: '', bt: '', mm: '', ...condition }
    const page = { limit: String(limit), offset: String(offset) }
    const [rows, counted] = await Promise.all([
      reads.list(call, new URLSearchParams({ ...query, ...page })),
      reads.count(call, new URLSearchParams(condition)),
    ])
    const { count } = JSON.parse(Buffer.from(counted).toString()) as { readonly count: number }
    return { list: JSON.parse(Buffer.from(rows).toString()) as readonly Row[], count }
  }
}

export function createLinkChoices(ports: Pick<DataApiPorts, 'tables' | 'database'>, reads: Reads): LinkChoices {
  return async (principal, projectId, { link, many, search = '', values, reader }, signal) => {
    const tableNamed = tablesOf(ports, principal, projectId)
    const related = await tableNamed(link.link.relatedTable)
    if (related === undefined) return []
    const database = await ports.database(projectId)
    // The column that a foreign key references can be neither key nor name.
    const index = wholeIndex(tableIndex(related))
    const key = index.key
    const name = nameColumn(related)
    const [referenced] = link.link.relatedColumns
    const end = many ? (key.length === 1 ? key[0] : undefined) : index.byName.get(referenced ?? '')
    if (!many && end === undefined) return []
    const conditions = {
      ...(search.trim() !== '' && name !== undefined && { [name.title]: { contains: search.trim() } }),
      ...(values !== undefined && end !== undefined && { [end.title]: { in: values } }),
    }
    if (values !== undefined && (values.length === 0 || end === undefined)) return []
    const fields = new Set([...key, ...(name ? [name] : []), ...(end ? [end] : [])].map(({ title }) => title))
    const query = new URLSearchParams({
      fields: formatNameList([...fields]),
      limit: String(values?.length ?? choicesMax),
      hm: '',
      bt: '',
      mm: '',
      ...(Object.keys(conditions).length > 0 && { condition: JSON.stringify(conditions) }),
    })
    const bytes = await reads.list({ projectId, database, index, tableNamed, signal }, query)
    const rows = JSON.parse(Buffer.from(bytes).toString()) as readonly Row[]
    return rows.map((row) => {
      const keys = key.map(({ title }) => plainKey(row[title]))
      const held = name && row[name.title]
      const stored = typeof held === 'object' && held !== null ? JSON.stringify(held) : (held as string | number | null)
      const label = name === undefined ? '' : columnType(name.uiType).format(stored ?? null, name, reader)
      return {
        value: String(many || end === undefined ? rowIdSegment(keys) : plainKey(row[end.title])),
        label: label.trim() === '' ? keys.join(', ') : label,
      }
    })
  }
}

const plainKey = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
