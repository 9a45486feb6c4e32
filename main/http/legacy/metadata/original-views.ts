import { copiedView, type CopiedView } from '@common/project-copy'
import { viewKinds } from '@common/views'
import { z } from 'zod'
import { fromQueryParams, readQueryParams, wireQueryParams } from '../views/query-params'
import type { OriginalTables } from './original-tables'

/** A row of `nc_models.json`: a table with its own view, or another view of a table. */
export const wireView = z.looseObject({
  title: z.string().min(1).max(255),
  type: z.string(),
  parent_model_title: z.string().nullish(),
  show_as: z.string().nullish(),
  view_order: z.number().nullish(),
  query_params: wireQueryParams.nullish().catch(undefined),
})
type WireView = z.infer<typeof wireView>

/** Returns the views of a file with their filters, sorts, fields and options. */
export function viewsOf(tables: OriginalTables, models: readonly WireView[]): readonly CopiedView[] {
  return models.flatMap(({ type, title, parent_model_title, show_as, view_order, query_params }) => {
    const isOwn = type === 'table' || type === 'view'
    const params = query_params ? readQueryParams(query_params) : undefined
    const table = tables.get((isOwn ? title : parent_model_title) ?? '')
    const kind = isOwn ? 'grid' : viewKinds.find((one) => one === show_as)
    if (table === undefined || kind === undefined || (isOwn ? params === undefined : type !== 'vtable')) return []
    const { settings, options = {}, locked = false } = fromQueryParams(table, params ?? {}, { kind, options: {} })
    const position = isOwn ? 0 : (view_order ?? 0)
    const view = { table: table.name, title: isOwn ? '' : title, kind, position, settings, options, locked }
    return [copiedView.safeParse(view).data ?? []].flat()
  })
}
