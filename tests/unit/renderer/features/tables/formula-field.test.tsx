import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { FormulaField } from '@renderer/features/tables/FormulaField'
import type { ShownProblem } from '@renderer/features/tables/use-formula'
import { draw } from '@tests/helpers/renderer'

function Editor({ start = '', problem }: { readonly start?: string; readonly problem?: ShownProblem }) {
  const [value, setValue] = useState(start)
  return <FormulaField value={value} onChange={setValue} columns={['Price', 'Length']} problem={problem} />
}
const field = (): HTMLTextAreaElement => screen.getByRole('combobox', { name: 'Formula' })
const type = (text: string): void => {
  fireEvent.focus(field())
  fireEvent.change(field(), { target: { value: text, selectionStart: text.length, selectionEnd: text.length } })
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
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(field().value).toBe('ROUNDUP()')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByText('Rounds away from zero')).toBeTruthy()
  })

  it('offers every column and function when it is asked', () => {
    draw(<Editor />)
    fireEvent.focus(field())
    fireEvent.keyDown(field(), { key: ' ', ctrlKey: true })
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('{Price}')
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('says what is wrong, and where, to everybody', () => {
    draw(<Editor start="{Price} + {Nope}" problem={{ message: "There is no column 'Nope'.", from: 10, to: 16 }} />)
    expect(screen.getByText("Character 11: There is no column 'Nope'.")).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().getAttribute('aria-describedby')).toBe(
      screen.getByText(/Character 11/).closest('[aria-live]')?.getAttribute('id'),
    )
  })
})
