import type { AttachedFile } from '@common/columns/values/files'
import { columnType } from '@common/columns/registry'
import type { FormatOptions } from '@common/columns/column-type'
import type { Table } from '@common/model'
import { nameColumn } from '@common/views'
import type { FormField } from '@common/views/form-fields'
import { formatNameList } from '@common/query/name-list'
import { rowIdSegment } from '@common/query/row-id'
import { client, data, files } from '@renderer/api'
import { localeTag, readerZone } from '@renderer/i18n'

/** A record to choose: the value to send, and its name. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** The sources of a form's choices, and its destination for files. Visitors without an account use other ones. */
export interface FormSources {
  /** Email addresses of the people to choose from. */
  readonly people: readonly string[]
  /** Records that hold the text. */
  readonly find: (field: FormField, text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** Returns the names of chosen records. */
  readonly labels: (field: FormField, values: readonly string[], signal: AbortSignal) => Promise<readonly Choice[]>
  readonly upload: (
    file: File,
    how: { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void },
  ) => Promise<AttachedFile>
}

const shownAtOnce = 25
type Row = Readonly<Record<string, unknown>>

async function readTable(projectId: string, name: string): Promise<Table | undefined> {
  return (await client.call('tableRead', { table: name }, { projectId, silent: true })) ?? undefined
}

/** Returns the sources for a member of the project. */
export function memberSources(projectId: string, people: readonly string[]): FormSources {
  /** Requested once per open form. */
  const tables = new Map<string, Promise<Table | undefined>>()
  const relatedOf = (name: string): Promise<Table | undefined> => {
    const known = tables.get(name) ?? readTable(projectId, name)
    tables.set(name, known)
    known.catch(() => tables.delete(name))
    return known
  }
  const asked = async (
    field: FormField,
    query: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<readonly Choice[]> => {
    const related = field.link && (await relatedOf(field.link.link.relatedTable))
    if (related === undefined) return []
    const fields = related.columns.filter(
      ({ primaryKey, primaryValue, name }) =>
        primaryKey || primaryValue || field.link?.link.relatedColumns.includes(name) === true,
    )
    const rows = await data.call<Row[]>(projectId, [related.title], {
      query: { fields: formatNameList(fields.map(({ title }) => title)), hm: '', bt: '', mm: '', ...query },
      signal,
    })
    return rows.map((row) => choiceOf(field, related, row))
  }
  return {
    people,
    find: (field, text, signal) =>
      asked(field, { limit: shownAtOnce, ...(text === '' ? {} : { search: text }) }, signal),
    labels: async (field, values, signal) => {
      const related = field.link && (await relatedOf(field.link.link.relatedTable))
      const key = related && endOf(field, related)
      if (related === undefined || key === undefined || values.length === 0) return []
      const condition = JSON.stringify({ [key]: { in: values.slice(0, 500) } })
      return asked(field, { limit: 500, condition }, signal)
    },
    upload: (file, how) => files.upload(projectId, file, how),
  }
}

/** Returns the column that identifies chosen records; undefined if the key has several columns. */
function endOf(field: FormField, related: Table): string | undefined {
  const name = field.many ? soleKey(related) : field.link?.link.relatedColumns[0]
  return related.columns.find((column) => column.name === name)?.title
}

const soleKey = ({ primaryKey }: Table): string | undefined => (primaryKey.length === 1 ? primaryKey[0] : undefined)

function choiceOf(field: FormField, related: Table, row: Row): Choice {
  const reader: FormatOptions = { locale: localeTag(), timeZone: readerZone() }
  const keys = related.primaryKey.flatMap((name) => related.columns.find((column) => column.name === name) ?? [])
  const id = rowIdSegment(keys.map(({ title }) => keyValue(row[title])))
  const end = endOf(field, related)
  const value = field.many ? id : keyValue(end === undefined ? null : row[end])
  const name = nameColumn(related)
  const held = name && row[name.title]
  const stored = typeof held === 'object' && held !== null ? JSON.stringify(held) : (held as string | number | null)
  const label = name === undefined ? '' : columnType(name.uiType).format(stored ?? null, name, reader)
  return {
    value: String(value),
    label: label.trim() === '' ? keys.map(({ title }) => keyValue(row[title])).join(', ') : label,
  }
}

const keyValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
