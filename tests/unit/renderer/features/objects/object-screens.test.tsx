import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReactNode } from 'react'
import type { Table } from '@common/model'
import type { OperationOutput } from '@common/operations'
import { queryClient } from '@renderer/api'
import { ChecksPart } from '@renderer/features/objects/ChecksPart'
import { RoutineTab } from '@renderer/features/objects/RoutineTab'
import type { RoutineKind } from '@renderer/features/objects/routine-kind'
import { QueryBar } from '@renderer/features/sql/QueryBar'
import { useSqlClient } from '@renderer/stores'
import { fakeServer, operationIn, type Answer } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'

type Request = Parameters<Parameters<typeof fakeServer>[0]>[0]

beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

function show(children: ReactNode, answer: (request: Request, name: string) => Answer): readonly Request[] {
  const server = fakeServer((request) => answer(request, operationIn(request.path).name))
  vi.stubGlobal('fetch', server.send)
  draw(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>)
  return server.asked
}
const calls = (asked: readonly Request[], name: string): unknown[] =>
  asked.filter(({ path }) => operationIn(path).name === name).map(({ body }) => body)

const table: Table = {
  name: 'things',
  title: 'Things',
  type: 'table',
  order: 1,
  columns: [],
  virtualColumns: [],
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  rowId: null,
}

it('lists the checks of a table, and creates one after showing its SQL', async () => {
  let list = [{ name: 'positive', condition: 'price >= 0' }]
  const asked = show(<ChecksPart projectId="p" table={table} mayChange />, ({ body }, name) => {
    if (name === 'checkList') return { body: list }
    if (name === 'checkCreate') list = [...list, body as (typeof list)[number]]
    if (name === 'objectPlan') return { body: { statements: ['ALTER TABLE things ADD CHECK (stock < 9)'] } }
    return { body: {} }
  })
  await screen.findByRole('row', { name: /positive price >= 0/ })
  fireEvent.click(screen.getByRole('button', { name: 'New check' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New check on Things' }))
  const create = (): HTMLElement => dialog.getByRole('button', { name: 'Create check' })
  expect(create().getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' few ' } })
  fireEvent.change(dialog.getByLabelText(/^Condition/), { target: { value: 'stock < 9' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Show SQL' }))
  await dialog.findByText(/ADD CHECK/)
  expect(calls(asked, 'checkCreate')).toEqual([])
  fireEvent.click(create())
  await waitFor(() => expect(calls(asked, 'checkCreate')).toHaveLength(1))
  expect(calls(asked, 'checkCreate')).toEqual([{ table: 'things', name: 'few', condition: 'stock < 9' }])
  await screen.findByRole('row', { name: /few stock < 9/ })
})

const routine = (more: Partial<OperationOutput<'routineRead'>[number]>): OperationOutput<'routineRead'> => [
  { signature: '', definition: 'CREATE …', parameters: [], returns: null, value: null, ...more },
]
const routineTab = (kind: RoutineKind) => (
  <RoutineTab
    kind={kind}
    name="taxed"
    {...({ project: { id: 'p' } } as Pick<Parameters<typeof RoutineTab>[0], 'project'>)}
    {...({} as Omit<Parameters<typeof RoutineTab>[0], 'kind' | 'name' | 'project'>)}
  />
)

it('runs a function with typed arguments and NULL, shows its rows, and reports an error', async () => {
  let answer: Answer = { body: [{ taxed: '2.40' }] }
  const parameters = [
    { name: 'price', type: 'numeric', mode: 'in' as const },
    { name: 'rate', type: 'numeric', mode: 'in' as const },
    { name: 'result', type: 'numeric', mode: 'out' as const },
  ]
  const asked = show(routineTab('function'), (_request, name) =>
    name === 'routineRead' ? { body: routine({ parameters, returns: 'numeric' }) } : answer,
  )
  fireEvent.change(await screen.findByLabelText(/^price/), { target: { value: '2' } })
  expect(screen.queryByLabelText(/^result/)).toBeNull()
  fireEvent.click(screen.getAllByRole('checkbox', { name: 'NULL' })[1] ?? document.body)
  fireEvent.submit(screen.getByLabelText(/^price/).closest('form') ?? document.body)
  await screen.findByRole('cell', { name: '2.40' })
  const sent = asked.filter(({ method, path }) => method === 'POST' && path.includes('_function'))
  expect(sent.map(({ path, body }) => [path.endsWith('/_function/taxed'), body])).toEqual([[true, ['2', null]]])
  answer = { status: 400, body: { msg: 'Division by zero', code: 'SQL_FAILED' } }
  fireEvent.click(screen.getByRole('button', { name: 'Run' }))
  await screen.findByText('It did not run')
  expect(screen.queryByRole('cell', { name: '2.40' })).toBeNull()
})

it('saves a changed statement of a procedure, or discards it', async () => {
  const asked = show(routineTab('procedure'), (_request, name) =>
    name === 'routineRead'
      ? { body: routine({ definition: 'CREATE PROCEDURE taxed()' }) }
      : { body: { up: [], down: [] } },
  )
  const statement = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Statement' })
  await waitFor(() => expect(statement().value).toBe('CREATE PROCEDURE taxed()'))
  fireEvent.change(statement(), { target: { value: 'CREATE PROCEDURE taxed(x int)' } })
  expect(screen.getByText('Runs the saved statement, without your changes.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Discard/ }))
  expect(statement().value).toBe('CREATE PROCEDURE taxed()')
  fireEvent.change(statement(), { target: { value: 'CREATE PROCEDURE taxed(x int)' } })
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(calls(asked, 'routineUpdate')).toHaveLength(1))
  expect(calls(asked, 'routineUpdate')).toMatchObject([
    { kind: 'procedure', name: 'taxed', definition: 'CREATE PROCEDURE taxed(x int)' },
  ])
})

it('shows the last value of a sequence, and no way to run it', async () => {
  show(routineTab('sequence'), () => ({ body: routine({ value: '41' }) }))
  await screen.findByText('Last value: 41')
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
})

it('offers time limits for statements, and keeps the chosen one', async () => {
  useSqlClient.setState({ limitSeconds: undefined })
  const onRunAll = vi.fn()
  const nothing = (): void => undefined
  draw(
    <QueryBar
      database="shop"
      isProduction={false}
      isRunning={false}
      mayWrite
      library={undefined}
      onLibrary={nothing}
      onRun={nothing}
      onRunAll={onRunAll}
      onCancel={nothing}
      onFormat={nothing}
      onExplain={nothing}
      onSave={nothing}
    >
      {null}
    </QueryBar>,
  )
  const open = (): void => void fireEvent.click(screen.getByRole('button', { name: 'More for this query' }))
  open()
  fireEvent.click(await screen.findByText('5 minutes'))
  expect(useSqlClient.getState().limitSeconds).toBe(300)
  open()
  fireEvent.click(await screen.findByText(/Run all/))
  expect(onRunAll).toHaveBeenCalledOnce()
})
