import { columnType } from '@common/columns/registry'
import { isNoAnswer, readAnswer } from '@common/views/form-answers'
import type { Form, FormField } from '@common/views/form-fields'

/** What an address says of a form that it leads to. */
export interface Prefilled {
  /** Values by field. */
  readonly values: ReadonlyMap<string, unknown>
  /** Fields that are not to be seen; what the address says of them is sent all the same. */
  readonly hidden: ReadonlySet<string>
}

export const nothingPrefilled: Prefilled = { values: new Map(), hidden: new Set() }

const nameOf = (text: string): string => text.normalize('NFC').trim().toLowerCase()

/**
 * `prefill_<field>=value` puts a value into a field, `hide_<field>=true` hides it. A field is called by the name of its
 * column, its title, or its question. Values are written as scripts write them: days as 2026-09-18, several options
 * with commas between. What does not fit the field is left out.
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

/** What a field can be given by an address: no files. */
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
