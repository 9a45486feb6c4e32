import { passwordStrength } from '@renderer/features/auth/recovery/strength'
import { expect, it } from 'vitest'

it.each([
  ['', 'short'],
  ['seven77', 'short'],
  ['👍👍👍👍', 'short'],
  ['password', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['Harbour7', 'good'],
  ['correct horse', 'good'],
  ['correct horse battery', 'strong'],
  ['a better horse battery', 'strong'],
  ['Kx7!pq Zw2#', 'strong'],
] as const)('the password %j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
