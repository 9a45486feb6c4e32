import type { Table } from '@common/model'
import type { ListedAuditLine } from '@common/operations/audit'
import { conditionJson } from '@common/query/condition-json'
import { formatNameList } from '@common/query/name-list'
import { parseRowIdSegment } from '@common/query/row-id'
import type { Filter } from '@common/query/tree'
import { data } from '@renderer/api'
import { keyColumns, recordLabel, shownLinks, type Row } from '@renderer/features/records'
import { useTablesNamed } from '@renderer/features/tables'
import { pageReader, useLanguage } from '@renderer/i18n'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { differencesOf } from './audit-words'

/** Records of a table that entries identify by the values of some columns. */
export interface WantedRecords {
  readonly table: string
  readonly columns: readonly string[]
  readonly keys: readonly (readonly string[])[]
}

/** Display names of the records in entries; undefined while loading, or if the record doesn't exist. */
export interface AuditNames {
  /** The record that a line is about. */
  readonly ofLine: (line: ListedAuditLine) => string | undefined
  /** Returns the record that a value of a column references. */
  readonly ofValue: (line: ListedAuditLine, column: string, value: string) => string | undefined
}

type Tables = ReadonlyMap<string, Table>

/** The columns of another table that a column refers to. */
function referenceOf(table: Table, title: string): { readonly table: string; readonly column: string } | undefined {
  const column = table.columns.find((one) => one.title === title)
  const link = column && shownLinks(table).references.get(column.name)?.link
  const [related] = link?.relatedColumns ?? []
  return link === undefined || related === undefined ? undefined : { table: link.relatedTable, column: related }
}

function keyOf(line: ListedAuditLine, table: Table): readonly string[] | undefined {
  // Very long keys are stored as a digest.
  if (line.rowId === null || line.rowId.startsWith('#')) return undefined
  return table.primaryKey.length === 0 ? undefined : parseRowIdSegment(line.rowId, table.primaryKey.length)
}

/** Tables that values of lines refer to. */
export function referencedTables(lines: readonly ListedAuditLine[], tables: Tables): readonly string[] {
  const names = lines.flatMap((line) => {
    const table = tables.get(line.table ?? '')
    if (table === undefined) return []
    return differencesOf(line).flatMap(({ label }) => referenceOf(table, label)?.table ?? [])
  })
  return [...new Set(names)].toSorted()
}

/** The records whose names are needed to show lines, by table. */
export function wantedRecords(lines: readonly ListedAuditLine[], tables: Tables): readonly WantedRecords[] {
  const wanted = new Map<string, { table: string; columns: readonly string[]; keys: Map<string, readonly string[]> }>()
  const want = (table: string, columns: readonly string[], key: readonly string[]): void => {
    const id = JSON.stringify([table, columns])
    const known = wanted.get(id) ?? { table, columns, keys: new Map<string, readonly string[]>() }
    wanted.set(id, known)
    known.keys.set(JSON.stringify(key), key)
  }
  for (const line of lines) {
    const table = tables.get(line.table ?? '')
    if (table === undefined || line.type !== 'DATA') continue
    const key = keyOf(line, table)
    if (key !== undefined) want(table.name, table.primaryKey, key)
    for (const { label, before = '', after = '' } of differencesOf(line)) {
      const reference = referenceOf(table, label)
      if (reference === undefined || !tables.has(reference.table)) continue
      for (const value of [before, after]) if (value !== '') want(reference.table, [reference.column], [value])
    }
  }
  return [...wanted.values()].map(({ keys, ...rest }) => ({ ...rest, keys: [...keys.values()] }))
}

/** Returns the names of records, read in one request. Deleted records are missing. */
async function readNames(projectId: string, wanted: WantedRecords, table: Table, signal: AbortSignal) {
  const identifying = wanted.columns.flatMap((name) => table.columns.find((column) => column.name === name) ?? [])
  const named = table.columns.filter(({ primaryValue }) => primaryValue)
  const fields = new Set([...identifying, ...keyColumns(table), ...named].map(({ title }) => title))
  const filter: Filter = {
    kind: 'or',
    filters: wanted.keys.map((key) => ({
      kind: 'and',
      filters: identifying.map(({ title }, at) => ({
        kind: 'condition',
        column: title,
        operator: 'eq',
        value: key[at] ?? '',
      })),
    })),
  }
  const rows = await data.call<readonly Row[]>(projectId, [table.title], {
    query: {
      fields: formatNameList([...fields]),
      limit: wanted.keys.length,
      conditionGraph: JSON.stringify(conditionJson(filter)),
    },
    signal,
  })
  const reader = pageReader()
  return rows.map((row) => ({
    id: recordId(
      table.name,
      wanted.columns,
      identifying.map(({ title }) => String(row[title])),
    ),
    name: recordLabel(table, row, reader),
  }))
}

const recordId = (table: string, columns: readonly string[], key: readonly string[]): string =>
  JSON.stringify([table, columns, key])

const everyTable = (): boolean => true
const noLines: readonly ListedAuditLine[] = []

/**
 * Returns the record names for a page of the audit, with one request per table. Entries are visible before their names
 * load.
 */
export function useAuditNames(
  projectId: string,
  lines: readonly ListedAuditLine[] = noLines,
  isKnown: (table: string) => boolean,
): AuditNames {
  const language = useLanguage()
  const own = useMemo(
    () => [...new Set(lines.flatMap(({ table }) => (table !== null && isKnown(table) ? [table] : [])))],
    [lines, isKnown],
  )
  const { tables: ofLines } = useTablesNamed(projectId, own, everyTable)
  const related = useMemo(() => referencedTables(lines, ofLines), [lines, ofLines])
  const { tables: ofValues } = useTablesNamed(projectId, related, everyTable)
  const tables = useMemo<Tables>(() => new Map([...ofValues, ...ofLines]), [ofValues, ofLines])
  const wanted = useMemo(() => wantedRecords(lines, tables), [lines, tables])
  const names = useQueries({
    queries: wanted.map((one) => ({
      queryKey: ['auditNames', projectId, one, language],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const table = tables.get(one.table)
        return table === undefined ? [] : readNames(projectId, one, table, signal)
      },
    })),
    combine: (answers) => new Map(answers.flatMap(({ data: found = [] }) => found.map(({ id, name }) => [id, name]))),
  })
  return useMemo(() => {
    // Names contain days and numbers.
    void language
    return {
      ofLine: (line) => {
        const table = tables.get(line.table ?? '')
        const key = table && keyOf(line, table)
        if (table === undefined || key === undefined) return undefined
        return names.get(recordId(table.name, table.primaryKey, key)) ?? nameInLine(line, table)
      },
      ofValue: (line, column, value) => {
        const table = tables.get(line.table ?? '')
        const reference = table && referenceOf(table, column)
        return reference && names.get(recordId(reference.table, [reference.column], [value]))
      },
    }
  }, [tables, names, language])
}

/** Returns the name that an entry itself contains: a deleted record can't be read any more. */
function nameInLine(line: ListedAuditLine, table: Table): string | undefined {
  const title = table.columns.find(({ primaryValue }) => primaryValue)?.title
  const told = differencesOf(line).find(({ label }) => label === title)
  return told?.after || told?.before || undefined
}
