import type { ColumnOptions } from '@common/model'
import type { DraftColumn, DraftTable } from './draft'
import { storedViews, type StoredView } from './stored'
import { settingsOf } from './stored-draft'

/*
 * Parts of the stored form that the editor doesn't show. A draft carries them in `extra`, under the names of the stored
 * form (`stored.ts`).
 */

/** Parts of a table beside its columns. */
export interface TableParts {
  readonly title: string
  readonly icon: string | null
  readonly views: readonly StoredView[]
}

/** Parts of a stored column beside its name and type. */
export interface ColumnParts {
  readonly title: string
  readonly required: boolean
  readonly unique: boolean
  /** True for the column that names the record. */
  readonly namesRecord: boolean
  readonly defaultValue: string | null
  readonly options: ColumnOptions
  /** A value for each sample row. */
  readonly values: readonly unknown[]
}

export function tableParts({ name, extra = {} }: DraftTable): TableParts {
  const { _tn: title, icon, views } = extra
  return {
    title: textOf(title) ?? name,
    icon: textOf(icon) ?? null,
    views: storedViews.safeParse(views ?? []).data ?? [],
  }
}

export function columnParts(column: DraftColumn): ColumnParts {
  const { name, extra = {} } = column
  const { _cn: title, rqd, un, pv, cdf } = extra
  return {
    title: textOf(title) ?? name,
    required: rqd === true,
    unique: un === true,
    namesRecord: pv === true,
    defaultValue: textOf(cdf) ?? null,
    options: optionsOf(column),
    values: sampleValues(column),
  }
}

/** Returns the values of a column for each sample row; for a link the number of the linked row from 1, or several. */
export function sampleValues({ extra = {} }: DraftColumn): readonly unknown[] {
  const { values } = extra
  return Array.isArray(values) ? values : []
}

function optionsOf(column: DraftColumn): ColumnOptions {
  const settings = settingsOf(column)
  const { choices } = column
  return choices === undefined
    ? settings
    : { ...settings, options: choices.map(({ title, color }) => ({ title, color })) }
}

/** Returns the parts as a draft carries them. Defaults are left out. */
export function extraOfTable(name: string, { title, icon, views }: TableParts): Pick<DraftTable, 'extra'> {
  return held({
    ...(title !== name && { _tn: title }),
    ...(icon !== null && { icon }),
    ...(views.length > 0 && { views }),
  })
}

export function extraOfColumn(name: string, parts: ColumnParts): Pick<DraftColumn, 'extra'> {
  const { title, required, unique, namesRecord, defaultValue, options: all, values } = parts
  // The draft has the options of a select column apart.
  const { options: _choices, ...options } = all
  return held({
    ...(title !== name && { _cn: title }),
    ...(required && { rqd: true }),
    ...(unique && { un: true }),
    ...(namesRecord && { pv: true }),
    ...(defaultValue !== null && { cdf: defaultValue }),
    ...(Object.keys(options).length > 0 && { meta: options }),
    ...extraOfValues(values).extra,
  })
}

/** Values without the empty ones at the end. */
export function extraOfValues(values: readonly unknown[]): Pick<DraftColumn, 'extra'> {
  const filled = values.findLastIndex((value) => value !== null && !(Array.isArray(value) && value.length === 0))
  return filled < 0 ? {} : { extra: { values } }
}

const held = (extra: Readonly<Record<string, unknown>>): Pick<DraftTable, 'extra'> =>
  Object.keys(extra).length > 0 ? { extra } : {}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
