import { expect, it } from 'vitest'
import { tabKinds, titleOfTab } from '@renderer/features/tabs/kinds'

it('titles a tab in the current language, whatever it was saved with', () => {
  const [kind] = tabKinds
  expect(kind).toBeDefined()
  const id = kind?.id ?? ''
  expect(titleOfTab({ type: id, name: id, title: 'In another language' })).toBe(kind?.title())
})

it('titles the tab of a table as its users do', () => {
  expect(titleOfTab({ type: 'table', name: 'albums', title: 'Albums' })).toBe('Albums')
})
