import { sentenceOf } from '@renderer/api'
import { cellsOfBrowser } from '../drafts/unsaved-values'
import { GridModel } from '../model/grid-model'
import { restRowApi } from '../rows/row-api'
import { keyOfRowId, type Row } from '../rows/row-key'
import type { GridQuery } from '../session/use-grid-model'
import { queueOfBrowser } from '../unsaved/queue-of-browser'
import { findLine } from './find-record'

/** Returns the line of a record in the view, or a model of its own if the view doesn't show it. */
export async function openByAddress(
  model: GridModel,
  projectId: string,
  query: GridQuery,
  rowId: string,
  signal: AbortSignal,
): Promise<{ readonly line: number } | { readonly model: GridModel } | undefined> {
  const { table } = model
  const key = keyOfRowId(table, rowId)
  if (key === undefined) return undefined
  const api = restRowApi(projectId, table)
  const row = await api.read(key)
  // The server returns a missing row as an empty one.
  if (Object.keys(row).length === 0) return undefined
  const line = await findLine(model, projectId, query, row, signal)
  if (line !== undefined) return { line }
  return { model: aloneModel(model, projectId, row) }
}

function aloneModel(beside: GridModel, projectId: string, row: Row): GridModel {
  const { table, api } = beside
  const model = new GridModel({
    table,
    api,
    source: { rows: async (offset) => (offset === 0 ? [row] : []), count: async () => 1 },
    reader: () => beside.reader,
    search: '',
    sentenceOf,
    lost: () => undefined,
    unsavedValues: cellsOfBrowser(projectId, table),
    queue: queueOfBrowser(projectId, table.name),
  })
  model.rows.append([row])
  return model
}
