import { expect, it } from 'vitest'

/** By URL: scripts are JavaScript and not part of the tests' types. */
const file = new URL('../../scripts/lib/sleeps.mjs', import.meta.url).href
const { sleepsInTests } = (await import(file)) as { readonly sleepsInTests: () => readonly string[] }

it('Tests wait for a condition, never for a time', () => {
  expect(sleepsInTests()).toEqual([])
})
