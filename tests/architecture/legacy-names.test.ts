import { expect, it } from 'vitest'
import { allSources } from './sources'

/** By URL: scripts are JavaScript and not part of the tests' types. */
const file = new URL('../../scripts/lib/legacy-names.mjs', import.meta.url).href
const { legacyFormats, usesLegacyNames } = (await import(/* @vite-ignore */ file)) as {
  readonly legacyFormats: Readonly<Record<string, string>>
  readonly usesLegacyNames: (path: string, text: string) => boolean
}

it('keeps the names of the original in main/http/legacy, and in files of its formats', () => {
  const found = allSources().filter(({ path, text }) => usesLegacyNames(path, text))
  expect(found.map(({ path }) => path).toSorted()).toEqual(Object.keys(legacyFormats).toSorted())
})
