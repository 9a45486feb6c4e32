import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { FormulaField } from '@renderer/features/tables/FormulaField'
import type { ShownProblem } from '@renderer/features/tables/use-formula'
import { draw } from '@tests/helpers/renderer'

// APIs that jsdom lacks and the editor needs.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList

const columns = [
  { title: 'Price', uiType: 'Currency' },
  { title: 'Length', uiType: 'Duration' },
] as const

function Editor({ start = '', problem }: { readonly start?: string; readonly problem?: ShownProblem }) {
  const [value, setValue] = useState(start)
  return <FormulaField value={value} onChange={setValue} columns={columns} problem={problem} />
}
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Formula' })
const written = (): string => EditorView.findFromDOM(field())?.state.doc.toString() ?? ''
const enter = (): void => {
  act(() => field().focus())
  fireEvent.focus(field())
}
const type = (text: string): void => {
  enter()
  act(() => {
    const view = EditorView.findFromDOM(field())
    view?.dispatch(view.state.replaceSelection(text))
  })
}

describe('the formula editor', () => {
  it('completes what is typed with the keyboard alone', () => {
    draw(<Editor />)
    type('rou')
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
      'false',
    ])
    fireEvent.keyDown(field(), { key: 'ArrowDown', keyCode: 40 })
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id)
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
    expect(written()).toBe('ROUNDUP()')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByText('Rounds away from zero')).toBeTruthy()
  })

  it('takes a completion back with one step', () => {
    draw(<Editor />)
    type('rou')
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
    expect(written()).toBe('ROUND()')
    fireEvent.keyDown(field(), { key: 'z', ctrlKey: true, keyCode: 90 })
    expect(written()).toBe('rou')
  })

  it('offers every column, with its type, and every function when it is asked', () => {
    draw(<Editor />)
    enter()
    fireEvent.keyDown(field(), { key: ' ', ctrlKey: true, keyCode: 32 })
    const options = screen.getAllByRole('option').map((option) => option.textContent)
    expect(options.slice(0, 2)).toEqual(['{Price}Currency', '{Length}Duration'])
    expect(options.some((text) => text?.startsWith('RECORD_ID()'))).toBe(true)
    fireEvent.keyDown(field(), { key: 'Escape', keyCode: 27 })
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('calls nothing wrong that is only not finished', () => {
    draw(<Editor problem={{ message: "There is no column 'rou'.", from: 0, to: 3 }} />)
    type('rou')
    expect(screen.queryByText(/Character 1/)).toBeNull()
    expect(field().getAttribute('aria-invalid')).toBeNull()
    fireEvent.keyDown(field(), { key: 'Escape', keyCode: 27 })
    expect(screen.getByText("Character 1: There is no column 'rou'.")).toBeTruthy()
  })

  it('says what is wrong, and where, to everybody', () => {
    draw(<Editor start="{Price} + {Nope}" problem={{ message: "There is no column 'Nope'.", from: 10, to: 16 }} />)
    expect(screen.getByText("Character 11: There is no column 'Nope'.")).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().getAttribute('aria-describedby')).toBe(
      screen
        .getByText(/Character 11/)
        .closest('[aria-live]')
        ?.getAttribute('id'),
    )
  })
})
