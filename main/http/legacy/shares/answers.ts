import { holdsFiles } from '@common/columns/questions'
import { rowIdSegment } from '@common/query/row-id'
import type { Form, FormField } from '@common/views/form-fields'
import type { Visit, VisitCallServices } from './visits'

type WireValues = Readonly<Record<string, unknown>>

/** Returns the field of a part of a form, which is named like its column. */
export const fieldOfPart = (form: Form, part: string): FormField | undefined =>
  form.fields.find(({ column, title, id }) => holdsFiles(column) && [title, id].includes(part))

/**
 * Returns the answers of a script. `data` holds values by title, `nested` linked records by the title of the link: a
 * record, or a list of them. Values that the form doesn't ask for are left out, as the original did.
 */
export async function answersFromWire(
  { tables }: Pick<VisitCallServices, 'tables'>,
  { context: { principal, projectId } }: Visit,
  form: Form,
  { data, nested }: { readonly data: WireValues; readonly nested: WireValues },
): Promise<Readonly<Record<string, unknown>>> {
  const seen = tables.catalog.as(principal)
  // A column may be called `__proto__`.
  const answers = Object.create(null) as Record<string, unknown>
  for (const field of form.fields) {
    const { id, title, link, many } = field
    const plain = valueOf(data, [title, id])
    if (plain !== undefined && plain !== null) answers[id] = plain
    const linked = link && valueOf(nested, [link.title, title, id])
    const related = linked === undefined ? undefined : await seen.named(projectId, link?.link.relatedTable ?? '')
    if (linked === undefined || related === undefined) continue
    const rows = (Array.isArray(linked) ? linked : [linked]).filter(isRow)
    const keyOf = (row: WireValues, names: readonly string[]): unknown[] =>
      names.map((column) => {
        const named = related.columns.find((each) => each.name === column)
        return valueOf(row, [named?.title ?? column, column])
      })
    if (many) answers[id] = rows.map((row) => rowIdSegment(keyOf(row, related.primaryKey).map(keyText)))
    else if (rows[0] !== undefined) [answers[id]] = keyOf(rows[0], link?.link.relatedColumns ?? [])
  }
  return answers
}

const isRow = (value: unknown): value is WireValues => typeof value === 'object' && value !== null

const valueOf = (values: WireValues, names: readonly string[]): unknown => {
  const known = names.find((each) => Object.hasOwn(values, each))
  return known === undefined ? undefined : values[known]
}

const keyText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
