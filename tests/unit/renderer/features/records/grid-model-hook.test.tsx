import type { Table } from '@common/model'
import { queryClient } from '@renderer/api'
import { dropEarlyRows, expectRows } from '@renderer/features/records'
import type { GridModel } from '@renderer/features/records/model/grid-model'
import { useGridModel, type GridQuery } from '@renderer/features/records/session/use-grid-model'
import { Activity, useEffect, useState } from 'react'
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

  describe('whose first rows were read before', () => {
    const names: string[] = []
    const answer = (body: unknown) => ({
      ok: true,
      status: 200,
      headers: new Headers(),
      text: () => Promise.resolve(JSON.stringify(body)),
    })
    const nameOf = (model: GridModel): unknown => model.rows.rowAt(0)?.['Name']
    let model: GridModel | undefined
    /** Renders the first name of a table as its first render knows it. */
    function First({ of }: { readonly of: Table }) {
      const opened = useGridModel('p', of, undefined, query, grid)
      const [first] = useState(() => nameOf(opened))
      useEffect(() => {
        model = opened
      }, [opened])
      return <output>{String(first)}</output>
    }
    /** Returns the first name of the first render, and of now. */
    const shown = (): unknown[] => [element.textContent, model && nameOf(model)]
    beforeEach(async () => {
      names.splice(0, names.length, 'old', 'new')
      vi.stubGlobal('fetch', (path: string) =>
        Promise.resolve(answer(path.includes('/count') ? { count: 1 } : [{ Id: 1, Name: names.shift() }])),
      )
      await expectRows('p', table, [])
    })
    afterEach(() => {
      model = undefined
      queryClient.clear()
    })

    it('shows them at once, and then those of now', async () => {
      root.render(<First of={table} />)
      await untilItWorks(() => expect(shown()).toEqual(['old', 'new']))
    })

    it('requests nothing while it is hidden, and reads them again once it is shown', async () => {
      const within = (mode: 'hidden' | 'visible') => (
        <Activity mode={mode}>
          <First of={table} />
        </Activity>
      )
      root.render(within('hidden'))
      await untilItWorks(() => expect(shown()).toEqual(['old', undefined]))
      expect(names).toEqual(['new'])
      root.render(within('visible'))
      await untilItWorks(() => expect(shown()).toEqual(['old', 'new']))
      expect(names).toEqual([])
    })

    it('reads them again if there were none', async () => {
      queryClient.clear()
      const answers = [[], [{ Id: 1, Name: 'new' }]]
      vi.stubGlobal('fetch', (path: string) =>
        Promise.resolve(answer(path.includes('/count') ? { count: 1 } : (answers.shift() ?? []))),
      )
      await expectRows('p', table, [])
      root.render(<First of={table} />)
      await untilItWorks(() => expect(shown()).toEqual(['undefined', 'new']))
    })

    it.each([
      ['has changed', { ...table }, (): void => undefined],
      ['is in a project whose rows have changed', table, () => dropEarlyRows('p')],
    ])('shows those of now if it %s', async (_what, of, change) => {
      change()
      root.render(<First of={of} />)
      await untilItWorks(() => expect(shown()).toEqual(['undefined', 'new']))
    })
  })
})
