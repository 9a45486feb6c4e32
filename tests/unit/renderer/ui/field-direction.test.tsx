import { Chip, TextArea, TextField } from '@renderer/ui'
import { draw } from '@tests/helpers/renderer'
import { describe, expect, it } from 'vitest'

const directionOf = (field: Element | null): string | null => field?.getAttribute('dir') ?? null
const drawn = (field: React.ReactNode): Element | null => draw(<>{field}</>).container.querySelector('input, textarea')
const ignore = (): void => undefined

describe('the direction of a field', () => {
  it.each([
    ['שלום', 'auto'],
    ['Hello', 'auto'],
    // Without a letter, it is that of the page: browsers would put numbers on the left in every language.
    ['', null],
    ['8080', null],
    ['-5 %', null],
  ])('with %j is %s', (value, direction) => {
    expect(directionOf(drawn(<TextField aria-label="Name" value={value} onChange={ignore} />))).toBe(direction)
    expect(directionOf(drawn(<TextArea aria-label="Note" value={value} onChange={ignore} />))).toBe(direction)
  })

  it('with an address or code is left to right, whatever it begins with', () => {
    expect(
      directionOf(drawn(<TextField aria-label="E-mail" type="email" value="א@example.com" onChange={ignore} />)),
    ).toBe('ltr')
    expect(directionOf(drawn(<TextArea aria-label="SQL" mono value="-- שלום" onChange={ignore} />))).toBe('ltr')
  })
})

it('the direction of a chip is that of its words: from right to left, `_noco` would show its dash at the end', () => {
  const { container } = draw(<Chip>_noco</Chip>)
  expect(directionOf(container.querySelector('span'))).toBe('auto')
})
