import { PickField, type PickFieldProps } from '@renderer/ui'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'

const genres = ['Folk', 'Soul', 'Folk rock'].map((label) => ({ value: label, label }))

function Field(props: Partial<PickFieldProps>) {
  const [values, setValues] = useState<string[]>([])
  return (
    <>
      <PickField
        aria-label="Genre"
        emptyText="None"
        single
        {...props}
        options={props.options ?? genres}
        values={values}
        onChange={setValues}
      />
      <output>{values.join('|')}</output>
    </>
  )
}

const type = (text: string): HTMLElement => {
  const input = screen.getByRole('combobox', { name: 'Genre' })
  fireEvent.change(input, { target: { value: text } })
  return input
}
const chosen = (): string | null => screen.getByRole('status').textContent

describe('a disabled value field', () => {
  it('shows its values, and changes nothing', () => {
    const { container } = draw(
      <PickField
        aria-label="Genre"
        emptyText="None"
        disabled
        free
        options={genres}
        values={['Soul']}
        onChange={() => expect.unreachable()}
      />,
    )
    // The hidden list is in the document too.
    const shown = screen.getByText('Soul', { ignore: '[role=option] *' })
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Genre' })).toHaveProperty('disabled', true)
    fireEvent.pointerDown(shown)
    expect(screen.queryByRole('option')).toBeNull()
    expect(container.querySelector('[aria-expanded="true"]')).toBeNull()
  })
})

describe('a value field with options', () => {
  it('takes the match on Enter', () => {
    draw(<Field />)
    fireEvent.keyDown(type('sou'), { key: 'Enter' })
    expect(chosen()).toBe('Soul')
    fireEvent.keyDown(type('folk'), { key: 'Enter' })
    expect(chosen()).toBe('Folk')
  })

  it('takes an exact text when it is left', () => {
    draw(<Field />)
    fireEvent.blur(type('folk rock'))
    expect(chosen()).toBe('Folk rock')
  })

  it('keeps a text that is no option and says so', () => {
    draw(<Field />)
    const input = type('Folkk')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe('“Folkk” is not an option. Choose one from the list.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect([chosen(), (input as HTMLInputElement).value]).toEqual(['', 'Folkk'])
    type('Folk')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('takes any text where that is allowed', () => {
    draw(<Field free />)
    fireEvent.keyDown(type('Skiffle'), { key: 'Enter' })
    expect(chosen()).toBe('Skiffle')
  })
})
