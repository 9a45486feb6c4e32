import { i18n } from '@renderer/i18n'
import { Segments } from '@renderer/ui'
import { pointRadioKeys } from '@renderer/ui/radio-keys'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'

beforeAll(pointRadioKeys)
afterEach(async () => void (await i18n.changeLanguage('en')))

const options = ['one', 'two', 'three'].map((value) => ({ value, label: value }))

function Choice() {
  const [value, setValue] = useState('one')
  return <Segments label="Choice" value={value} options={options} onChange={setValue} />
}

const chosen = (): readonly string[] =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map((radio) => radio.closest('label')?.textContent ?? '')

it('moves through radio buttons the way an arrow points, and around', async () => {
  draw(<Choice />)
  const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  screen.getAllByRole('radio')[0]?.focus()
  press('ArrowRight')
  expect(chosen()).toEqual(['two'])
  await i18n.changeLanguage('iw')
  press('ArrowLeft')
  expect(chosen()).toEqual(['three'])
  press('ArrowLeft')
  expect(chosen()).toEqual(['one'])
  // Browsers do the rest.
  expect(press('ArrowDown')).toBe(true)
})
