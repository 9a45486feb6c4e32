import { queryClient } from '@renderer/api'
// The editor is a chunk of its own: this import loads it in advance.
import '@renderer/features/tables/FormulaField'
import { ComputedColumnPopover } from '@renderer/features/tables/ComputedColumnPopover'
import { QueryClientProvider } from '@tanstack/react-query'
import { EditorView } from '@codemirror/view'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, operationIn } from '@tests/helpers/fake-server'
import { draw } from '@tests/helpers/renderer'
import { idColumn, priceColumn, tableOf } from '../records/fixtures'

// APIs that jsdom lacks and the editor needs.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList

const unknownName = { message: 'There is no field Prise.', from: 0, to: 5 }

beforeEach(() => {
  queryClient.clear()
  const server = fakeServer(({ path, body }) => {
    const { formula } = body as { formula: string }
    if (operationIn(path).name === 'formulaCheck')
      return { body: formula.includes('Prise') ? { problem: unknownName } : {} }
    return { body: { values: [] } }
  })
  vi.stubGlobal('fetch', server.send)
})
afterEach(() => vi.unstubAllGlobals())

const write = (text: string): void => {
  const field = screen.getByRole('textbox', { name: 'Formula' })
  const view = EditorView.findFromDOM(field)
  act(() => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }))
}
const isDisabled = (): boolean =>
  screen.getByText('Add column', { selector: 'button' }).getAttribute('aria-disabled') === 'true'

describe('adding a formula', () => {
  it('is offered only while the formula is right', async () => {
    draw(
      <QueryClientProvider client={queryClient}>
        <ComputedColumnPopover
          projectId="p"
          table={tableOf([idColumn, priceColumn])}
          column={undefined}
          start={{ title: 'Double', kind: 'formula' }}
          at={{ x: 0, y: 0, width: 100, height: 32 }}
          onClose={vi.fn()}
          onStored={vi.fn()}
        />
      </QueryClientProvider>,
    )
    await screen.findByRole('textbox', { name: 'Formula' })
    expect(isDisabled()).toBe(false)
    write('{Price')
    await waitFor(() => expect(isDisabled()).toBe(true))
    write('{Prise} * 2')
    await waitFor(() => expect(isDisabled()).toBe(false))
    await waitFor(() => expect(isDisabled()).toBe(true))
    write('{Price} * 2')
    await waitFor(() => expect(isDisabled()).toBe(false))
  })
})
