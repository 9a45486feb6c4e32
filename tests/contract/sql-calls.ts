import type { OperationInput, OperationName } from '@common/operations'
import type { sqlEditorOperations } from '@common/operations/sql-editor'
import type { queryTableOperations } from '@common/operations/query-tables'
import type { sqlQueryOperations } from '@common/operations/sql-queries'
import type { Answer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token?: string
  readonly projectId?: string
}

type Names = Extract<
  OperationName,
  keyof typeof sqlEditorOperations | keyof typeof sqlQueryOperations | keyof typeof queryTableOperations
>

/** Valid calls of the SQL editor, in execution order. Each run and each saved query is new. */
export function sqlCalls(
  now: () => { readonly token: string; readonly projectId: string },
  send: (name: Names, call: Call) => Promise<Answer>,
): Record<Names, () => Call | Promise<Call>> {
  const call = (args: unknown): Call => ({ ...now(), args })
  const newRun = async (sql: string): Promise<string> => {
    const { run } = (await send('sqlRun', call({ sql }))).json as { readonly run: string }
    let state = 'running'
    let after = 0
    while (state === 'running') {
      const view = (await send('sqlRunRead', call({ run, after }))).json as {
        readonly state: string
        readonly version: number
      }
      state = view.state
      after = view.version
    }
    return run
  }
  const saved: OperationInput<'sqlSavedCreate'> = {
    kind: 'query',
    title: 'Cheap tracks',
    sql: 'SELECT * FROM tracks',
    folder: 'Sales/2026',
    description: '',
    shared: true,
  }
  const newSaved = async (): Promise<string> =>
    ((await send('sqlSavedCreate', call(saved))).json as { readonly id: string }).id
  let tables = 0
  const newTable = async (): Promise<string> => {
    const title = `Cheap ${++tables}`
    await send('queryTableCreate', call({ title, sql: 'SELECT * FROM tracks' }))
    return title
  }
  return {
    queryTableCreate: () =>
      call({
        title: 'Cheap ones',
        sql: 'SELECT 1 AS one WHERE 1 < :least',
        parameters: [{ name: 'least', type: 'number', default: 2 }],
      }),
    queryTableRead: async () => call({ table: await newTable() }),
    queryTableUpdate: async () => call({ table: await newTable(), sql: 'SELECT 1 AS one' }),
    queryTableDelete: async () => call({ table: await newTable() }),
    sqlRun: () => call({ sql: 'SELECT 1' }),
    sqlRunRead: async () => call({ run: await newRun('SELECT 1') }),
    sqlCancel: async () => call({ run: await newRun('SELECT 1') }),
    sqlRunClose: async () => call({ run: await newRun('SELECT 1') }),
    sqlResultRows: async () => call({ run: await newRun('SELECT 1 AS one'), statement: 0 }),
    sqlApplyEdits: async () =>
      call({
        run: await newRun('SELECT * FROM tracks'),
        statement: 0,
        edits: [{ kind: 'delete', row: 1 }],
        preview: true,
      }),
    sqlExplain: () => call({ sql: 'SELECT * FROM tracks' }),
    sqlSavedList: () => call({}),
    sqlSavedCreate: () => call(saved),
    sqlSavedUpdate: async () => call({ id: await newSaved(), title: 'Dear tracks' }),
    sqlSavedDelete: async () => call({ id: await newSaved() }),
    sqlHistoryList: () => call({ search: 'select' }),
    sqlHistoryDelete: () => call({ ids: [] }),
  }
}
