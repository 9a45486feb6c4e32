import { isLinkType } from '@common/columns/questions'
import type { Table } from '@common/model'
import { client } from '@renderer/api'
import type { StepWords } from '@renderer/features/undo'
import type { DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { unlinkProblem, type LinkTables } from '../links/link-api'
import { linkedRows, shownPerCell, takesRecords, type LinkColumn } from '../links/linked'
import { pastePlaces, repeats, type ShownText } from '../writes/paste-plan'
import { keyColumns, rowKey, type Row } from '../rows/row-key'
import type { CellRange } from '../painter/selection'
import { blockWidth, type ClipBlock } from './block'

/** The records that a copied cell was linked to. */
interface CopiedLinks {
  readonly project: string
  readonly table: string
  /** Records with their keys and the columns that form the link. */
  readonly records: readonly Row[]
}

/** Returns the copied links of a cell; undefined unless all its records were loaded with the row. */
export function copiedLinks(
  model: GridModel,
  projectId: string,
  column: LinkColumn,
  row: Row,
): CopiedLinks | undefined {
  const related = model.labels.relatedTable(column)
  const records = linkedRows(row, column)
  if (!related || !takesRecords(column, model.table) || records.length > shownPerCell) return undefined
  const titles = [
    ...new Set([
      ...keyColumns(related).map(({ title }) => title),
      ...related.columns
        .filter(({ name, primaryValue }) => primaryValue || column.link.relatedColumns.includes(name))
        .map(({ title }) => title),
    ]),
  ]
  return {
    project: projectId,
    table: related.name,
    records: records.map((record) => Object.fromEntries(titles.map((title) => [title, record[title] ?? null]))),
  }
}

/** A cell that gets the copied links. */
export interface LinkPaste {
  readonly row: number
  readonly column: LinkColumn
  readonly records: readonly Row[]
}

/** Returns the link cells that a block is pasted into, if it has links to the same table. */
export function linkPastes(
  projectId: string,
  block: ClipBlock,
  targets: readonly CellRange[],
  columns: readonly DataGridColumn[],
  rowCount: number,
  shown?: ShownText,
): LinkPaste[] {
  const [height, width] = [block.cells.length, blockWidth(block)]
  return targets.flatMap((target) => {
    const rows = repeats(target.rows, height) ? target.rows : height
    const pastes: LinkPaste[] = []
    for (const [across, at] of pastePlaces(block, target, columns, rowCount, shown).entries()) {
      const column = columns[at]
      if (!column?.link || !isLinkType(column.column) || column.adds !== true) continue
      for (let down = 0; down < rows; down += 1) {
        const value = block.cells[down % height]?.[across % width]?.value
        const links = value?.kind === 'exact' ? linksIn(value.json) : undefined
        const row = target.row + down
        if (!links || row >= rowCount) continue
        if (links.project === projectId && links.table === column.link.link.relatedTable)
          pastes.push({ row, column: column.link, records: links.records })
      }
    }
    return pastes
  })
}

function linksIn(json: unknown): CopiedLinks | undefined {
  if (typeof json !== 'object' || json === null || !('project' in json) || !('table' in json)) return undefined
  if (!('records' in json) || !Array.isArray(json.records)) return undefined
  const records = json.records.filter((record: unknown): record is Row => typeof record === 'object' && record !== null)
  return { project: String(json.project), table: String(json.table), records }
}

/** Maximum number of records that one paste links and unlinks. */
export const linkChangesMax = 500

/** More of them. */
export class TooManyLinks extends Error {
  override readonly name = 'TooManyLinks'
}

/**
 * Plans the links of pasted cells: adds missing ones, and removes the others unless they are required. Skips cells that
 * have more links than were loaded.
 *
 * @returns a function that sends the changes
 * @throws TooManyLinks; the error of a request if the server is unreachable
 */
async function planLinks(
  projectId: string,
  model: GridModel,
  pastes: readonly LinkPaste[],
): Promise<() => Promise<void>> {
  const changes: (() => Promise<unknown>)[] = []
  const known = new Map<LinkColumn, LinkTables | undefined>()
  for (const { row: index, column, records } of pastes) {
    if (!known.has(column)) known.set(column, await tablesOf(projectId, model, column))
    const tables = known.get(column)
    const [row] = await model.rows.load(index, index + 1)
    if (!tables || !row) continue
    const held = linkedRows(row, column)
    if (held.length > shownPerCell) continue
    const keys = (rows: readonly Row[]): Set<string | undefined> =>
      new Set(rows.map((each) => rowKey(tables.related, each)))
    const [wanted, there] = [keys(records), keys(held)]
    // A reference holds one record: a new one replaces it.
    const isSingle = column.link.kind === 'belongsTo'
    const stays = unlinkProblem(tables, column) !== undefined || (isSingle && wanted.size > 0)
    for (const record of held)
      if (!stays && !wanted.has(rowKey(tables.related, record)))
        changes.push(() => model.links.send(tables, column, row, record, 'unlinked'))
    for (const record of isSingle ? records.slice(0, 1) : records)
      if (!there.has(rowKey(tables.related, record)))
        changes.push(() => model.links.send(tables, column, row, record, 'linked'))
  }
  if (changes.length > linkChangesMax) throw new TooManyLinks()
  return async () => {
    for (const change of changes) await change()
    if (changes.length > 0) model.rows.refresh()
  }
}

/**
 * Pastes cells and their links as one undo step. Pastes nothing if planning the links fails.
 *
 * @throws the error of `planLinks`, or of a link
 */
export async function withLinks(
  model: GridModel,
  words: StepWords,
  links: readonly LinkPaste[],
  projectId: string,
  paste: () => Promise<boolean>,
): Promise<boolean> {
  if (links.length === 0) return paste()
  const send = await model.saving(() => planLinks(projectId, model, links))
  const work = async (): Promise<boolean> => {
    if (!(await paste())) return false
    await model.saving(send)
    return true
  }
  return model.api.asOne ? model.api.asOne(words, work) : work()
}

async function tablesOf(projectId: string, model: GridModel, column: LinkColumn): Promise<LinkTables | undefined> {
  const related = model.labels.relatedTable(column)
  const pairsName = column.link.through?.table
  const pairs = pairsName === undefined ? undefined : await tableNamed(projectId, pairsName)
  return related && { projectId, own: model.table, related, pairs }
}

async function tableNamed(projectId: string, table: string): Promise<Table | undefined> {
  return (await client.call('tableRead', { table }, { projectId })) ?? undefined
}
