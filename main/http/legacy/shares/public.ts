import { AppError } from '@common/errors'
import { readVisitorForm } from '@common/views/form-fields'
import { sharedSettings, visitorSettings } from '@common/views/shared-view'
import { viewKinds } from '@common/views'
import { authorize } from '@main/features/auth'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'
import { name, nothing, rowId } from '../shapes'
import { queryParamsOf } from '../views/query-params'
import { answersFromWire, fieldOfPart } from './answers'
import { page, password, viewId, wireRow, wireRows } from './schemas'
import { clientOf, metasOf, readRest, visit, type Visit, type VisitCallServices } from './visits'

const open = { scope: 'installation', permission: 'account.public' } as const
const admission = { view_id: viewId, password }
const refusals = ['META_NOT_FOUND', 'SHARE_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'] as const

/** Calls of visitors with a link. They need no account (wire §8.2, §8.3). */
export const visitCalls = (services: VisitCallServices) => ({
  ...readCalls(services),
  ...linkedCalls(services),
  ...insertCall(services),
  sharedBaseGet: scripted(
    {
      ...open,
      reads: ['shares'],
      input: z.strictObject({ shared_base_id: viewId }),
      output: z.object({ project_id: z.string() }),
      errors: ['META_NOT_FOUND'],
    },
    {
      handle: async (_context, { shared_base_id: link }) => {
        const found = await services.shares.find(link)
        if (found === undefined || found.shown !== null) throw new AppError('META_NOT_FOUND')
        return { project_id: found.share.projectId }
      },
    },
  ),
})

const readCalls = (services: VisitCallServices) => ({
  sharedViewGet: scripted(
    {
      ...open,
      reads: ['shares', 'views', 'schema', 'metadata'],
      input: z.strictObject(admission),
      output: z.object({
        id: z.string(),
        view_id: z.string(),
        view_type: z.enum(viewKinds),
        view_name: z.string(),
        show_as: z.enum(viewKinds),
        model_name: z.string(),
        /** Never told. */
        password: z.null(),
        meta: wireRow,
        relatedTableMetas: z.record(z.string(), wireRow),
        query_params: wireRow,
        client: z.string(),
      }),
      errors: [...refusals],
    },
    {
      handle: async (context, given) => {
        const visited = await visit(services, context, given)
        const { found, table } = visited
        const { share, shown } = found
        const [{ meta, related }, client] = await Promise.all([
          metasOf(services, visited),
          clientOf(services, share.projectId),
        ])
        const { view } = shown
        return {
          id: share.id,
          view_id: share.link,
          view_type: view.kind,
          view_name: view.title === '' ? table.title : view.title,
          show_as: view.kind,
          model_name: table.name,
          password: null,
          meta: { ...meta },
          relatedTableMetas: Object.fromEntries(Object.entries(related).map(([of, each]) => [of, { ...each }])),
          query_params: queryParamsOf(table, { ...view, settings: seenSettings(visited), extras: {} }),
          client,
        }
      },
    },
  ),

  /** Tells which page a link opens. */
  displaySharedViewLink: scripted(
    {
      ...open,
      reads: ['shares', 'views'],
      input: z.strictObject({ view_id: viewId }),
      output: z.object({ view_id: z.string(), view_type: z.enum(viewKinds) }),
      errors: ['META_NOT_FOUND'],
    },
    {
      handle: async (_context, { view_id: link }) => {
        const kind = (await services.shares.find(link))?.shown?.view.kind
        if (kind === undefined) throw new AppError('META_NOT_FOUND')
        return { view_id: link, view_type: kind }
      },
    },
  ),

  /** The address holds the query of the data API: limit, offset, sort, where, and links to include. */
  getSharedViewData: scripted(
    {
      ...open,
      reads: ['rows', 'shares', 'views', 'schema', 'metadata'],
      input: z.strictObject(admission),
      output: z.object({ model_name: z.string(), data: z.array(wireRow), count: z.number(), client: z.string() }),
      errors: [...refusals, 'FILTER_INVALID', 'SORT_INVALID', 'COLUMN_NOT_FOUND', 'QUERY_TIMEOUT'],
    },
    {
      handle: async (context, given) => {
        const visited = await visit(services, context, given)
        const { table } = visited
        const asked = new URLSearchParams(context.addressQuery ?? '')
        const where = new URLSearchParams([...asked].filter(([key]) => key === 'where'))
        const [data, counted, client] = await Promise.all([
          readRest(services, visited, [table.title], asked),
          readRest(services, visited, [table.title, 'count'], where),
          clientOf(services, visited.context.projectId),
        ])
        const { count } = z.object({ count: z.number() }).parse(counted)
        return { model_name: table.name, data: z.array(wireRow).parse(data), count, client }
      },
    },
  ),

  sharedViewExportAsCsv: scripted(
    {
      ...open,
      reads: ['rows', 'shares', 'views', 'schema', 'metadata'],
      asText: true,
      input: z.strictObject({
        ...admission,
        localQuery: z
          .object({ where: z.string().max(60_000).nullish(), sort: z.string().max(10_000).nullish() })
          .nullish(),
        query: z.object({ offset: z.coerce.number().int().min(0).default(0) }).nullish(),
      }),
      output: z.string(),
      errors: [...refusals, 'FILTER_INVALID', 'SORT_INVALID', 'COLUMN_NOT_FOUND', 'QUERY_TIMEOUT'],
    },
    {
      handle: async (context, { localQuery, query, ...given }) => {
        const started = performance.now()
        const visited = await visit(services, context, given)
        authorize(visited.context, 'row.export')
        const { table } = visited
        const result = await services.scripts.csv(visited.context, {
          table: table.name,
          where: localQuery?.where ?? undefined,
          sort: localQuery?.sort ?? sortOf(visited),
          offset: query?.offset ?? 0,
        })
        Object.assign(context.answerHeaders ?? {}, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${encodeURIComponent(table.name)}-export.csv"`,
          'nc-export-offset': String(result.next ?? -1),
          'nc-export-elapsed-time': (performance.now() - started).toFixed(0),
        })
        return result.text
      },
    },
  ),
})

const linkedCalls = (services: VisitCallServices) => ({
  /** Lists records that a form can link, by key and name. */
  sharedViewNestedDataGet: scripted(
    {
      ...open,
      reads: ['rows', 'shares', 'views', 'schema', 'metadata'],
      input: z.strictObject({ ...admission, tn: name, ...page }),
      output: wireRows,
      errors: [...refusals],
    },
    {
      handle: async (context, { tn, limit, offset, query, ...given }) => {
        const visited = await visit(services, context, given)
        const { principal, projectId } = visited.context
        const { view, table } = visited.found.shown
        const fields = view.kind === 'form' ? readVisitorForm(view.options, table, view.title).fields : []
        const isOffered = fields.some(({ link }) => link?.link.relatedTable === tn)
        // Other tables of the project don't exist for visitors.
        if (!isOffered) throw new AppError('META_NOT_FOUND')
        const asked = { table: tn, search: query ?? '', limit, offset }
        const { list, count } = await services.linkPages(principal, projectId, asked, context.signal)
        return { list: list.map((row) => ({ ...row })), count }
      },
    },
  ),

  /** Lists the records that a visible record links to. */
  sharedViewNestedChildDataGet: scripted(
    {
      ...open,
      reads: ['rows', 'shares', 'views', 'schema', 'metadata'],
      input: z.strictObject({
        ...admission,
        ctn: name,
        ptn: name,
        _cn: z.string().max(255).nullish(),
        type: z.enum(['hm', 'mm']),
        row_id: rowId,
        ...page,
      }),
      output: wireRows,
      errors: [...refusals, 'ROW_NOT_FOUND', 'ROUTE_NOT_FOUND'],
    },
    {
      handle: async (context, { ctn, ptn, _cn, type: _type, row_id: row, limit, offset, query, ...given }) => {
        const visited = await visit(services, context, given)
        const { table } = visited
        const links = table.virtualColumns.flatMap((column) => (column.kind === 'link' ? [column] : []))
        const link =
          links.find(({ title }) => title === _cn) ??
          links.find(({ link: { relatedTable } }) => [ctn, ptn].includes(relatedTable))
        if (link === undefined) throw new AppError('META_NOT_FOUND')
        const { principal, projectId } = visited.context
        const related = await services.tables.catalog.as(principal).named(projectId, link.link.relatedTable)
        const named = related?.columns.find(({ primaryValue }) => primaryValue)
        const search: Readonly<Record<string, string>> =
          query && named ? { condition: JSON.stringify({ [named.title]: { contains: query } }) } : {}
        const path = [table.title, String(row), link.title]
        const [list, counted] = await Promise.all([
          readRest(
            services,
            visited,
            path,
            new URLSearchParams({ limit: String(limit), offset: String(offset), ...search }),
          ),
          readRest(services, visited, [...path, 'count'], new URLSearchParams(search)),
        ])
        const { count } = z.object({ count: z.number() }).parse(counted)
        return { list: z.array(wireRow).parse(list), count }
      },
    },
  ),
})

const insertCall = (services: VisitCallServices) => ({
  /** Answers a form. Other views take no records. */
  sharedViewInsert: scripted(
    {
      ...open,
      changes: ['rows'],
      takesFile: true,
      input: z.strictObject({ ...admission, data: wireRow.default({}), nested: wireRow.nullish() }),
      output: nothing,
      errors: [...refusals, 'ROW_INVALID', 'SHARE_ANSWERS_TOO_MANY', 'SHARE_FILES_TOO_LARGE', 'SHARE_FILES_TOO_MANY'],
    },
    {
      handle: async (context, { data, nested, ...given }) => {
        const visited = await visit(services, context, given)
        const { view, table } = visited.found.shown
        if (view.kind !== 'form') throw new AppError('NOT_ALLOWED')
        const form = readVisitorForm(view.options, table, view.title)
        const answers = await answersFromWire(services, visited, form, { data, nested: nested ?? {} })
        const uploads = (context.uploads ?? []).flatMap(({ field, file }) => {
          const known = fieldOfPart(form, field)
          return known === undefined ? [] : [{ field: known.id, file }]
        })
        const sent = { answers, submission: crypto.randomUUID() }
        await services.shares.answers.accept({ ...visited.context, uploads }, visited.found, sent)
        return undefined
      },
      // The history of the record holds the answers.
      audit: () => null,
    },
  ),
})

/** Returns the settings of the view that visitors may know. */
function seenSettings({ found: { share, shown, principal } }: Visit) {
  const columns = 'columns' in principal ? principal.columns : new Set<string>()
  const { sorts } = share.narrowing ?? {}
  return visitorSettings({ ...sharedSettings(shown.table, shown.view), ...(sorts && { sorts }) }, columns)
}

/** Returns the order of the view in the words of the data API; undefined for none. */
function sortOf(visited: Visit): string | undefined {
  const titles = seenSettings(visited).sorts.flatMap(({ column, descending }) => {
    const title = visited.table.columns.find((each) => each.name === column)?.title
    return title === undefined ? [] : [`${descending ? '-' : ''}${title}`]
  })
  return titles.length === 0 ? undefined : titles.join(',')
}
