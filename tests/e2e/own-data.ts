import { sendRequest } from '@tests/helpers/request'
import type { ViewKind } from '@common/views'
import type { WireView } from '@main/http/legacy/views/schemas'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { leaveProject, operate, type App } from './app'
import type { OpenedProject } from './engines'

export type Values = Readonly<Record<string, unknown>>

export interface OwnView {
  readonly id: string
  readonly title: string
}

/** Creates data in the project of a test before it begins, and reads it afterwards: by HTTP, in a few milliseconds. */
export interface OwnData extends OpenedProject {
  readonly operate: (api: string, args: unknown) => Promise<unknown>
  /** Calls the data API below `/nc/<project>/api/v1/`. Fails unless it answers 200. */
  readonly rest: <Answer = Values[]>(path: string, method?: string, body?: unknown) => Promise<Answer>
  /** Creates a table, with its title in small letters as its name. */
  readonly createTable: (title: string, columns: readonly Values[], rows?: readonly Values[]) => Promise<void>
  readonly createView: (
    table: string,
    kind: ViewKind,
    title: string,
    parts?: { readonly settings?: object; readonly options?: object },
  ) => Promise<OwnView>
  readonly views: (table: string) => Promise<WireView[]>
  readonly view: (table: string, title: string) => Promise<WireView | undefined>
}

const nameOf = (title: string): string => title.toLowerCase()

export function ownData(app: App, project: OpenedProject): OwnData {
  const call: OwnData['operate'] = (api, args) => operate(app, project, api, args)
  const rest: OwnData['rest'] = async (path, method = 'GET', body?) => {
    const { projectId, token } = project
    const answer = await sendRequest(app.origin, encodeURI(`/nc/${projectId}/api/v1/${path}`), { method, token, body })
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
    return answer.json as never
  }
  const views: OwnData['views'] = async (table) =>
    (await call('xcVirtualTableList', { tn: nameOf(table), meta: false })) as WireView[]
  return {
    ...project,
    operate: call,
    rest,
    createTable: async (title, columns, rows = []) => {
      await call('tableCreate', { tn: nameOf(title), _tn: title, columns })
      if (rows.length > 0) await rest(`${title}/bulk`, 'POST', rows)
    },
    createView: async (table, kind, title, { settings, options } = {}) => {
      const args = { title, parent_model_title: nameOf(table), show_as: kind, settings, options }
      return { id: ((await call('xcVirtualTableCreate', args)) as { id: string }).id, title }
    },
    views,
    view: async (table, title) => (await views(table)).find((view) => view.title === title),
  }
}

/** Opens a table of a project in one of its views; the default is its grid. */
export async function openView(
  page: Page,
  app: App,
  { projectId }: OpenedProject,
  table: string,
  view: Partial<OwnView> = {},
): Promise<void> {
  const query = new URLSearchParams({ name: nameOf(table), type: 'table', dbalias: 'db' })
  if (view.id !== undefined) query.set('view', view.id)
  if (!page.url().includes(`/nc/${projectId}`)) await leaveProject({ ...app, page })
  await page.goto(`${app.origin}/dashboard/#/nc/${projectId}?${query.toString()}`)
  await page.getByRole('tab', { name: table, exact: true, selected: true }).waitFor()
  await page.getByRole('button', { name: `View: ${view.title ?? `All ${table}`}`, exact: true }).waitFor()
}
