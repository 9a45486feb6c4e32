import type { StoredValue } from '@common/columns/column-type'
import { resultEndings, resultWriter, type ResultForm, type ResultTextForm } from '@common/sql/result-file'
import type { SqlColumn, SqlResultFilters, SqlResultSort } from '@common/sql/shapes'
import type { Database } from '@main/db/database'
import { shownValue } from './values'
import type { Spool, StoredResult } from './types'

/** A result as a file, generated while it is sent. */
export interface ResultFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncIterable<string | Uint8Array>
}

export interface ResultFileOrder {
  readonly form: ResultForm
  readonly sort: SqlResultSort
  readonly filters: SqlResultFilters
  /** Name of the file, without its ending. */
  readonly title: string
  /** The table of INSERT statements. */
  readonly table: string
}

/** Writes rows as a workbook. */
export type WriteWorkbook = (
  title: string,
  columns: readonly SqlColumn[],
  batches: () => AsyncGenerator<readonly (readonly StoredValue[])[]>,
) => AsyncGenerator<Uint8Array>

const contentTypes: Readonly<Record<ResultForm, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  markdown: 'text/markdown; charset=utf-8',
  insert: 'application/sql; charset=utf-8',
}

/** Returns all rows of a result as a file, sorted and filtered. Memory holds one batch. */
export function resultFile(
  order: ResultFileOrder,
  {
    result,
    spool,
    dialect: { quote, capabilities },
    workbook,
    signal,
  }: {
    readonly result: StoredResult
    readonly spool: Spool
    readonly dialect: Pick<Database['dialect'], 'quote' | 'capabilities'>
    readonly workbook: WriteWorkbook
    readonly signal: AbortSignal
  },
): ResultFile {
  const { form, sort, filters, title, table } = order
  const { columns } = result
  const backslashes = capabilities.syntax.backslashes === 'always'
  const batches = () => spool.batches(result, { sort, filters, signal })
  const chunks =
    form === 'xlsx' ? workbook(title, columns, batches) : texts(form, { columns, table, quote, backslashes }, batches())
  const name = `${title.replaceAll(/[\\/:*?"<>|]/g, '-')}.${resultEndings[form]}`
  return { name, contentType: contentTypes[form], chunks }
}

async function* texts(
  form: ResultTextForm,
  options: Parameters<typeof resultWriter>[1],
  batches: AsyncGenerator<readonly (readonly StoredValue[])[]>,
): AsyncGenerator<string> {
  const { head, row, foot } = resultWriter(form, options)
  const kinds = options.columns.map(({ kind }) => kind)
  let at = 0
  yield head
  for await (const batch of batches) {
    let text = ''
    for (const values of batch)
      text += row(
        values.map((value, n) => shownValue(value, kinds[n] ?? 'text')),
        at++,
      )
    yield text
  }
  yield foot
}
