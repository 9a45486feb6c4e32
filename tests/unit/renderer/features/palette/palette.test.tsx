import { registerCommands } from '@renderer/actions'
import { client, queryClient } from '@renderer/api'
import { Palette } from '@renderer/features/palette/Palette'
import { palette, usePalette } from '@renderer/features/palette/palette-store'
import { bindNavigation } from '@renderer/stores'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { draw } from '@tests/helpers/renderer'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const projects = [
  { id: 'shop', title: 'Record shop' },
  { id: 'harbour', title: 'Harbour' },
]
const ran = vi.fn()
const went = vi.fn()
let endCommands: () => void

beforeEach(() => {
  queryClient.clear()
  ran.mockClear()
  went.mockClear()
  bindNavigation(went)
  vi.spyOn(client, 'call').mockImplementation((async (name: string) =>
    name === 'projectList' ? projects : []) as never)
  endCommands = registerCommands([
    { id: 'theme.dark', label: 'actions.openTrash', keys: ['Control+Alt+t'], run: () => ran('trash') },
    { id: 'theme.light', label: 'actions.openAudit', keys: [], run: () => ran('audit') },
  ])
})
afterEach(() => {
  endCommands()
  palette.close()
  vi.restoreAllMocks()
})

function drawPalette(typed = ''): HTMLElement {
  palette.show(typed)
  draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/projects']}>
        <Palette />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox')
}
/** Without the key that the chosen line names. */
const textOf = (line: HTMLElement): string => (line.textContent ?? '').replace(/Enter$/, '')
const options = (): string[] => screen.getAllByRole('option').map(textOf)
const chosen = (): string => textOf(screen.getByRole('option', { selected: true }))

describe('the palette', () => {
  it('lists projects and commands, and keeps what matches', async () => {
    const field = drawPalette()
    await screen.findByRole('option', { name: /Harbour/ })
    expect(options().some((text) => text.includes('Record shop'))).toBe(true)
    fireEvent.change(field, { target: { value: 'harb' } })
    await waitFor(() => expect(options().every((text) => text.includes('Harbour'))).toBe(true))
  })

  it('goes through its lines with the arrow keys, around both ends', async () => {
    const field = drawPalette()
    await screen.findByRole('option', { name: /Harbour/ })
    const all = options()
    expect(chosen()).toBe(all[0])
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(chosen()).toBe(all[1])
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(chosen()).toBe(all.at(-1))
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  })

  it('runs the chosen command and closes first', async () => {
    const field = drawPalette()
    fireEvent.change(field, { target: { value: 'trash' } })
    await waitFor(() => expect(chosen()).toMatch(/trash/i))
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(usePalette.getState().open).toBeUndefined()
    await waitFor(() => expect(ran).toHaveBeenCalledExactlyOnceWith('trash'))
  })

  it('lists commands of parts of the page that load while it is open', async () => {
    const field = drawPalette()
    fireEvent.change(field, { target: { value: '>save the project' } })
    await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]))
    const label = 'templates.commands.save'
    const end = registerCommands([{ id: 'template.save', label, keys: [], run: () => ran('saved') }])
    fireEvent.click(await screen.findByRole('option', { name: /Save the project as a template/ }))
    await waitFor(() => expect(ran).toHaveBeenCalledWith('saved'))
    end()
  })

  it('opens a project, or with Control another window', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const field = drawPalette()
    fireEvent.change(field, { target: { value: 'harbour' } })
    await waitFor(() => expect(chosen()).toMatch(/Harbour/))
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    expect(opened.mock.calls[0]?.[0]).toMatch(/#\/nc\/harbour$/)
    expect(went).not.toHaveBeenCalled()
    fireEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name: /Harbour/ }))
    await waitFor(() => expect(went.mock.calls[0]?.[0]).toBe('/nc/harbour'))
  })

  it('says what to do when nothing matches', async () => {
    const field = drawPalette()
    fireEvent.change(field, { target: { value: 'zzqx' } })
    expect(await screen.findByText(/zzqx/)).toBeTruthy()
    expect(screen.queryAllByRole('option')).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(ran).not.toHaveBeenCalled()
  })
})
