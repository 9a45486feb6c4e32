import { useGridModel, type GridQuery } from '@renderer/features/records/session/use-grid-model'
import { createRoot, type Root } from 'react-dom/client'
import { untilItWorks } from '@tests/helpers/until'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idColumn, nameColumn, tableOf } from './fixtures'

const table = tableOf([idColumn, nameColumn])
const query: GridQuery = { sort: [], search: '' }
const grid = { current: null }

function Counted() {
  const model = useGridModel('p', table, undefined, query, grid)
  return <output>{model.rows.count ?? 'counting'}</output>
}

describe('the model of an opening table', () => {
  let root: Root
  let element: HTMLElement

  beforeEach(() => {
    // As in a browser: effects run after painting, in a task of their own.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    element = document.createElement('div')
    root = createRoot(element)
  })
  afterEach(() => {
    root.unmount()
    vi.unstubAllGlobals()
  })

  it('shows a count that arrives before its effects run, while rows are still loading', async () => {
    const counted = { ok: true, status: 200, headers: new Headers(), text: () => Promise.resolve('{"count":7}') }
    vi.stubGlobal('fetch', (path: string) =>
      path.includes('/count') ? Promise.resolve(counted) : new Promise(() => undefined),
    )
    root.render(<Counted />)
    await untilItWorks(() => expect(element.textContent).toBe('7'))
  })
})
