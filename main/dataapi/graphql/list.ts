import type { Column } from '@common/model'
import { parseSort } from '@common/query/sort'
import type { Filter, Page, Sort } from '@common/query/tree'
import { AppError } from '@common/errors'
import type { JsonShape, ReadOptions } from '@main/db/database'
import { compileByKey, compileList, withPage, wholeRow, type CompiledList } from '../compile/read'
import { planList, shortOffsetRows } from '../plan/plan'
import { resolveRelated } from '../plan/related'
import type { TableSizes } from '../run/table-sizes'
import { emptyRow, rowTexts, type Running } from './rows'
import type { ColumnsShape, Compiling, RowSelection } from './select'

/** The requested rows of a table. */
export interface ListQuestion {
  readonly filter: Filter | undefined
  readonly search: string | undefined
  readonly sort: readonly Sort[]
}

/** A compiled list without its page. */
export interface ReadyList {
  readonly selection: RowSelection
  readonly columns: readonly Column[]
  readonly compiled: CompiledList
  /**
   * Present if the rows consist of plain columns in the requested order, so that the database's JSON is sent unchanged.
   */
  readonly shape: JsonShape | undefined
  readonly bounded: boolean
  readonly rowBounded: boolean
}

/** Maximum characters of a search, as in REST. */
const searchCharacters = 1_000

/** @throws AppError COLUMN_NOT_FOUND, FILTER_*, SORT_INVALID */
export async function compileRows(
  compiling: Compiling,
  selection: RowSelection,
  question: ListQuestion,
): Promise<ReadyList> {
  const { dialect } = compiling
  const { index, table } = selection
  const { computed } = table
  if ((question.search ?? '').length > searchCharacters)
    throw new AppError('QUERY_PARAMETER_INVALID', { parameter: 'search' })
  await resolveRelated(dialect, index, question.filter, compiling.tableNamed)
  const plan = planList(
    index,
    {
      ...(question.filter && { filter: question.filter }),
      ...(question.search?.trim() && { search: question.search }),
      sort: question.sort,
      page: { limit: 1, offset: 0 },
    },
    dialect.comparison,
    computed,
  )
  const [part] = selection.parts
  const alone = selection.parts.length === 1 && part?.kind === 'columns' ? part.shape : undefined
  // A SELECT needs a column, even for `{ __typename }` alone.
  const columns = alone?.columns ?? (selection.columns.length > 0 ? selection.columns : index.table.columns.slice(0, 1))
  return {
    selection,
    columns,
    compiled: compileList(dialect, { ...plan, columns }),
    shape: alone && jsonShapeOf(alone),
    bounded: plan.bounded,
    rowBounded: computed?.bounded !== false,
  }
}

function jsonShapeOf({ keys, kinds }: ColumnsShape): JsonShape {
  return kinds.some((kind) => kind !== undefined) ? { keys, kinds } : { keys }
}

export const sortOf = (text: string | undefined): Sort[] => parseSort(text ?? '')

/** Returns a JSON array of rows. */
export async function listRows(
  running: Running & { readonly projectId: string; readonly sizes: TableSizes },
  list: ReadyList,
  page: Page,
): Promise<Uint8Array | string> {
  const short = list.bounded && page.offset <= shortOffsetRows
  const { database, projectId, sizes, signal } = running
  const isShort =
    short || (list.rowBounded && (await sizes.isSmall({ projectId, database, index: list.selection.index })))
  const read: ReadOptions = { signal, lane: isShort ? 'short' : 'long', mayUseStandby: true }
  const statement = withPage(list.compiled, page)
  if (list.shape !== undefined) return database.readJson(statement, list.shape, read)
  const rows = await database.read(statement, read)
  return `[${(await rowTexts(running, list.selection, list.columns, rows)).join(',')}]`
}

/** Returns the row with this key; an object with NULL values if it doesn't exist (wire §11). */
export async function rowByKey(running: Running, selection: RowSelection, key: readonly string[]): Promise<string> {
  const { database, signal } = running
  const { index, table } = selection
  const lane = table.computed?.bounded === false ? 'long' : 'short'
  const rows = await database.read(compileByKey(database.dialect, index, key, table.computed), { signal, lane })
  const [text] = await rowTexts(running, selection, wholeRow(index, table.computed), rows.slice(0, 1))
  return text ?? emptyRow(selection)
}
