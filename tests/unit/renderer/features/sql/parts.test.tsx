import { capabilitiesOf } from '@common/dialects'
import type { SqlPlanStep, SqlStatementView } from '@common/sql/shapes'
import { ParametersDialog } from '@renderer/features/sql/ParametersDialog'
import { problemMarks } from '@renderer/features/sql/problems'
import { PlanTree } from '@renderer/features/sql/results/PlanTree'
import { riskyStatements } from '@renderer/features/sql/use-query'
import { outcomeOf } from '@renderer/features/sql/words'
import { i18n } from '@renderer/i18n'
import { sqlDesk, useSqlClient } from '@renderer/stores'
import { queryClient } from '@renderer/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const { syntax } = capabilitiesOf(undefined)
const step = (operation: string, cost: number, steps: SqlPlanStep[] = []): SqlPlanStep => ({
  operation,
  object: '',
  detail: '',
  rows: 1,
  cost,
  actualRows: null,
  actualMs: null,
  steps,
})

describe('the tree of a plan', () => {
  it('opens, closes and moves by arrows', () => {
    draw(<PlanTree steps={[step('Sort', 10, [step('Scan', 8)])]} />)
    const sort = screen.getByRole('row', { name: /Sort/ })
    sort.focus()
    fireEvent.keyDown(sort, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toContain('Scan')
    fireEvent.keyDown(screen.getByRole('row', { name: /Scan/ }), { key: 'ArrowLeft' })
    expect(document.activeElement).toBe(sort)
    fireEvent.keyDown(sort, { key: 'ArrowLeft' })
    expect(screen.queryByRole('row', { name: /Scan/ })).toBeNull()
    fireEvent.keyDown(sort, { key: 'ArrowRight' })
    expect(screen.getByRole('row', { name: /Scan/ }).getAttribute('aria-level')).toBe('2')
  })

  it('opens to the left on a page from right to left', async () => {
    await i18n.changeLanguage('en_Arab')
    try {
      draw(<PlanTree steps={[step('Sort', 10, [step('Scan', 8)])]} />)
      const sort = screen.getByRole('row', { name: /Sort/ })
      sort.focus()
      fireEvent.keyDown(sort, { key: 'ArrowRight' })
      expect(screen.queryByRole('row', { name: /Scan/ })).toBeNull()
      fireEvent.keyDown(sort, { key: 'ArrowLeft' })
      screen.getByRole('row', { name: /Scan/ })
    } finally {
      await i18n.changeLanguage('en')
    }
  })

  it('has columns for estimates only if the database estimates', () => {
    const headings = (): string[] => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const { unmount } = draw(<PlanTree steps={[{ ...step('SCAN', 0), rows: null, cost: null }]} />)
    expect(headings()).toEqual(['Step', 'Table or index'])
    unmount()
    draw(<PlanTree steps={[step('Sort', 10)]} />)
    expect(headings()).toEqual(['Step', 'Table or index', 'Rows', 'Cost'])
  })
})

describe('the form of parameters', () => {
  it('rejects what is no number, and runs with typed values', () => {
    const onRun = vi.fn()
    draw(
      <QueryClientProvider client={queryClient}>
        <ParametersDialog
          projectId="p"
          names={['id', 'city']}
          variables={[]}
          before={{ id: '4' }}
          onRun={onRun}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    )
    const id = screen.getByLabelText('id')
    fireEvent.change(id, { target: { value: 'four' } })
    fireEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(onRun).not.toHaveBeenCalled()
    expect(screen.getByText('Type a number.')).toBeTruthy()
    fireEvent.change(id, { target: { value: '5' } })
    fireEvent.change(screen.getByLabelText('city'), { target: { value: 'Ghent' } })
    fireEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(onRun).toHaveBeenCalledWith({ id: 5, city: 'Ghent' })
  })
})

describe('statements in production', () => {
  it('are confirmed if they change rows or the schema, and those without WHERE are named', () => {
    const found = riskyStatements(
      'select 1; delete from a; update b set c = 1 where d; with x as (select 1) delete from e; drop table f',
      { syntax },
    )
    expect(found.map(({ text, nature }) => [text.split(' ')[0], nature.kind, nature.writesAllRows])).toEqual([
      ['delete', 'write', true],
      ['update', 'write', false],
      ['with', 'write', true],
      ['drop', 'schema', false],
    ])
  })
})

const statement: SqlStatementView = {
  from: 3,
  to: 20,
  state: 'done',
  elapsedMs: 1_250,
  hasResult: true,
  columns: [],
  rows: 1,
  isCut: false,
  affected: null,
  messages: [],
  problem: null,
  editable: null,
}

describe('the outcome of a statement', () => {
  it('is one sentence', () => {
    expect(outcomeOf(statement)).toBe('1 row in 1.3 sec')
    expect(outcomeOf({ ...statement, rows: 5, isCut: true })).toBe('First 5 rows of more, in 1.3 sec')
    expect(outcomeOf({ ...statement, hasResult: false, affected: 2 })).toBe('2 rows changed in 1.3 sec')
    expect(outcomeOf({ ...statement, state: 'skipped' })).toBe('Not run')
  })

  it('marks the word of a problem in the text of the query', () => {
    const problem = {
      code: 'SQL_FAILED',
      msg: 'Failed',
      message: { key: 'errors.SQL_FAILED' as const, params: {} },
      reason: 'no such column: b',
      offset: 7,
      line: 1,
      column: 8,
    }
    const view = {
      run: 'r',
      version: 1,
      mode: 'read' as const,
      state: 'failed' as const,
      startedAt: '',
      elapsedMs: 1,
      notes: [],
      statements: [{ ...statement, state: 'failed' as const, problem }],
    }
    expect(problemMarks(view, 4, '-- \nselect bad from t', syntax)).toEqual([
      { from: 11, to: 14, message: 'no such column: b' },
    ])
  })
})

describe('open queries', () => {
  beforeEach(() => useSqlClient.setState({ desks: {} }))

  it('open a saved query once, and activate a neighbour when one closes', () => {
    const first = sqlDesk.open('p', { text: 'select 1' })
    const saved = sqlDesk.open('p', { text: 'select 2', saved: 's' })
    expect(sqlDesk.open('p', { saved: 's' })).toBe(saved)
    const last = sqlDesk.open('p')
    sqlDesk.activate('p', saved)
    sqlDesk.close('p', saved)
    expect(sqlDesk.active('p')?.id).toBe(last)
    sqlDesk.close('p', last)
    expect(sqlDesk.active('p')).toMatchObject({ id: first, text: 'select 1' })
    expect(sqlDesk.active('other')).toBeUndefined()
  })
})
