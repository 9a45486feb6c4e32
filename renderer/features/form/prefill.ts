import { columnType } from '@common/columns/registry'
import { isNoAnswer, readAnswer } from '@common/views/form-answers'
import type { Form, FormField } from '@common/views/form-fields'

/** Values and hidden fields that an address sets for its form. */
export interface Prefilled {
  /** Values by field. */
  readonly values: ReadonlyMap<string, unknown>
  /** Hidden fields; their values from the address are sent anyway. */
  readonly hidden: ReadonlySet<string>
}

export const nothingPrefilled: Prefilled = { values: new Map(), hidden: new Set() }

const nameOf = (text: string): string => text.normalize('NFC').trim().toLowerCase()

/**
 * Reads the query of a form's address. `prefill_<field>=value` sets a field, `hide_<field>=true` hides it. A field is
 * named by its column, its title or its question. Values have the format of the API: days as 2026-09-18, several
 * options separated by commas. Ignores values that don't fit the field.
 */
export function prefilled(form: Form, query: Iterable<readonly [string, string]>): Prefilled {
  const values = new Map<string, unknown>()
  const hidden = new Set<string>()
  for (const [key, text] of query) {
    const [, what, name = ''] = /^(prefill|hide)_(.+)$/s.exec(key) ?? []
    const field = what === undefined ? undefined : fieldNamed(form, name)
    if (field === undefined) continue
    if (what === 'hide' && /^(?:true|1|yes|)$/i.test(text)) hidden.add(field.id)
    const value = what === 'prefill' ? valueOf(field, text) : undefined
    if (value !== undefined) values.set(field.id, value)
  }
  return { values, hidden }
}

function fieldNamed({ fields }: Form, name: string): FormField | undefined {
  const wanted = nameOf(name)
  const by = (of: (field: FormField) => string): FormField | undefined =>
    fields.find((one) => nameOf(of(one)) === wanted)
  return by(({ id }) => id) ?? by(({ title }) => title) ?? by(({ label }) => label)
}

/** True if an address can set the field: any field except files. */
export const takesPrefill = ({ column }: Pick<FormField, 'column'>): boolean =>
  columnType(column.uiType).editor !== 'files'

function valueOf(field: FormField, text: string): unknown {
  if (!takesPrefill(field)) return undefined
  const value = sent(field, text)
  const read = readAnswer(field, value)
  return read.ok && !isNoAnswer(read) ? value : undefined
}

function sent({ many, column }: FormField, text: string): unknown {
  if (many) {
    const ids = text.split(',').map((id) => id.trim())
    return ids.filter((id) => id !== '')
  }
  if (columnType(column.uiType).editor === 'checkbox') return /^(?:true|1|yes)$/i.test(text)
  if (columnType(column.uiType).editor === 'rating') return /^\d+$/.test(text) ? Number(text) : text
  return text
}
