import { typeFor } from '@common/columns/new-types'
import { holdsPeople, takesOptions } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { linkTitle } from './link-title'
import { isOrderColumn } from './manual-order'
import { blankColumn } from '@common/columns/values/blank-column'
import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { linksByHolder } from './filter-columns'
import {
  fileLimitsMax,
  formSchema,
  type FieldPart,
  type FormAfter,
  type FormCover,
  type FormLook,
  type FormPart,
} from './form'
import { readKindOptions } from './kind-options'
import type { ViewCondition } from './settings'
import type { ViewOptions } from './view'

export type FormLink = Extract<VirtualColumn, { kind: 'link' }>

/** A column that a form can include. */
export interface AskableColumn {
  /** Name in the settings of views: the name in the database, or the id of a link without a column. */
  readonly id: string
  readonly title: string
  /** For a link without a column, a column that describes it. */
  readonly column: Column
  readonly link?: FormLink
  /** True if several records can be linked. */
  readonly many: boolean
  /** True if a record can't be created without a value. */
  readonly needed: boolean
}

/** A field of a form. */
export interface FormField extends AskableColumn {
  readonly kind: 'field'
  readonly label: string
  readonly help: string
  /** True if the form or the database requires an answer. */
  readonly required: boolean
  /** True if the form requires an answer. A check box must then be checked. */
  readonly demanded: boolean
  readonly join: 'and' | 'or'
  /** Conditions on earlier fields. Without conditions, the field is always visible. */
  readonly conditions: readonly ViewCondition[]
  readonly initial: FieldPart['initial']
  readonly look: FormLook
  /** For a select field: an answer that isn't an option yet becomes one. */
  readonly other: boolean
  /** Limits of a field of files. */
  readonly files: FileLimits
}

/** Limits of the files of one answer. */
export interface FileLimits {
  readonly count: number
  readonly megabytes: number
  /** Endings of file names in lower case; all if empty. */
  readonly types: readonly string[]
}

export interface FormSection {
  readonly kind: 'section'
  readonly id: string
  readonly title: string
  readonly text: string
  readonly step: boolean
}

/** A form with its table, ready to be filled in. */
export interface Form {
  readonly table: Table
  readonly title: string
  readonly description: string
  readonly cover: FormCover
  readonly parts: readonly (FormField | FormSection)[]
  readonly fields: readonly FormField[]
  readonly after: FormAfter
  readonly again: boolean
  readonly button: string
  /** Required columns that the form doesn't include. The form can't be submitted until it includes them. */
  readonly missing: readonly AskableColumn[]
}

const known = new WeakMap<Table, readonly AskableColumn[]>()

/**
 * Returns the columns that a form can include: editable columns and links. Generated keys, computed columns and
 * timestamps are excluded.
 */
export function askableColumns(table: Table): readonly AskableColumn[] {
  const held = known.get(table)
  if (held !== undefined) return held
  const made = table.type === 'view' ? [] : columnsOf(table)
  known.set(table, made)
  return made
}

function columnsOf(table: Table): AskableColumn[] {
  const holders = linksByHolder(table)
  const stored = table.columns.filter(isGiven).map((column): AskableColumn => {
    const link = holders.get(column.name)
    const needed = (column.required || column.primaryKey) && column.defaultValue === null
    return { id: column.name, title: column.title, column, many: false, needed, ...(link && { link }) }
  })
  const links = table.virtualColumns.flatMap((link): AskableColumn[] => {
    if (link.kind !== 'link' || link.problem !== undefined || link.link.toAssociation === true) return []
    // The row stores these links in foreign key columns, which are fields of their own.
    if (link.link.kind === 'belongsTo') return []
    const { id } = link
    const column: Column = { ...blankColumn, name: id, title: link.title, uiType: typeFor.link }
    return [{ id, title: linkTitle(link, table), column, link, many: true, needed: false }]
  })
  return [...stored, ...links]
}

function isGiven(column: Column): boolean {
  const { writable, editor } = columnType(column.uiType)
  if (column.generated || column.autoIncrement || !writable || editor === 'none' || isOrderColumn(column)) return false
  // Generated keys can't be fields; keys that users assign must be.
  if (column.primaryKey && column.defaultValue !== null) return false
  return !/(?<!decimal )blob|binary|^image$|^bytea$/i.test(column.nativeType)
}

/**
 * Reads a form from the options of its view. Skips missing columns, conditions on them, and duplicate columns.
 *
 * @param title  of the view
 */
export function readForm(stored: ViewOptions, table: Table, title: string): Form {
  const options = readKindOptions({ schema: formSchema, initial: () => ({}) }, withReadableParts(stored))
  const columns = new Map(askableColumns(table).map((column) => [column.id, column]))
  const before = new Set<string>()
  const parts = (options.parts ?? []).flatMap((part): (FormField | FormSection)[] => {
    if (part.kind === 'section') {
      const { id, title: heading = '', text = '', step = false } = part
      return [{ kind: 'section', id, title: heading, text, step }]
    }
    const column = columns.get(part.column ?? '')
    if (column === undefined || before.has(column.id)) return []
    const field = fieldOf(part, column, before)
    before.add(column.id)
    return [field]
  })
  return {
    table,
    title: options.title?.trim() ? options.title : title,
    description: options.description ?? '',
    cover: options.cover ?? 'blue',
    parts,
    fields: parts.filter((part) => part.kind === 'field'),
    after: options.after ?? { kind: 'text' },
    again: options.again ?? true,
    button: options.button ?? '',
    missing: [...columns.values()].filter(({ id, needed }) => needed && !before.has(id)),
  }
}

/** Limits of the files that visitors send, where the form sets no lower ones. */
export const visitorFiles = { count: 10, megabytes: 20, all: 20, allMegabytes: 50 } as const

/** Reads a form for visitors without an account: with lower limits of files, and without fields that name members. */
export function readVisitorForm(stored: ViewOptions, table: Table, title: string): Form {
  const form = readForm(stored, table, title)
  const asked = form.fields.filter(({ column }) => !holdsPeople(column))
  const fields = new Map(asked.map((field) => [field, forVisitors(field)]))
  const dropped = form.fields.filter((field) => field.needed && !fields.has(field))
  return {
    ...form,
    fields: [...fields.values()],
    parts: form.parts.flatMap((part) => (part.kind === 'field' ? (fields.get(part) ?? []) : part)),
    missing: [...form.missing, ...dropped],
  }
}

function forVisitors(field: FormField): FormField {
  const { count, megabytes, types } = field.files
  const files = {
    count: Math.min(count, visitorFiles.count),
    megabytes: Math.min(megabytes, visitorFiles.megabytes),
    types,
  }
  return { ...field, files }
}

/** An unreadable part from another version doesn't invalidate the others. */
function withReadableParts(stored: ViewOptions): ViewOptions {
  const { parts, ...rest } = stored
  if (!Array.isArray(parts)) return rest
  const list = formSchema.shape.parts.unwrap().element
  return { ...rest, parts: parts.filter((part) => list.safeParse(part).success) }
}

function fieldOf(part: FieldPart, column: AskableColumn, before: ReadonlySet<string>): FormField {
  const { label = '', help = '', required = false, condition, initial, look = 'chips', other = false, files } = part
  return {
    ...column,
    kind: 'field',
    label: label.trim() === '' ? column.title : label,
    help,
    required: required || (column.needed && columnType(column.column.uiType).editor !== 'checkbox'),
    demanded: required,
    join: condition?.join ?? 'and',
    conditions: (condition?.filters ?? []).flatMap(({ column: of, operator, value }): ViewCondition[] =>
      of === undefined || !before.has(of) ? [] : [{ column: of, operator, ...(value !== undefined && { value }) }],
    ),
    initial,
    look,
    other: other && takesOptions(column.column) && column.link === undefined,
    files: { ...fileLimitsMax, types: [], ...files },
  }
}

/** Returns the stored parts of a form. Parts of deleted columns disappear with the next change. */
export const storedParts = (options: ViewOptions): readonly FormPart[] =>
  readKindOptions({ schema: formSchema, initial: () => ({}) }, withReadableParts(options)).parts ?? []
