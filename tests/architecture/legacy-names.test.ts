import { expect, it } from 'vitest'
import { allSources } from './sources'

/** Names of the original (wire §4–§8) that belong to `main/http/legacy` only. */
const legacyName = /\bxc[A-Z]\w+|\btn\b|_cn\b|_tn\b|\bcn\b|\brtn\b|\buidt\b|\bdtxp\b|\bnn\b/

/** Files that still use these names. Shorten this list; add nothing to it. */
const waiting: ReadonlySet<string> = new Set([
  'common/dialects/knex-config.ts',
  'common/query/group-query.ts',
  'main/lib/value-validation.ts',
])

const found = allSources()
  .filter(({ path, text }) => !path.startsWith('main/http/legacy/') && legacyName.test(text))
  .map(({ path }) => path)

it('keeps the names of the original in main/http/legacy', () => {
  expect(found.filter((path) => !waiting.has(path))).toEqual([])
})

it('lists no file that has lost these names', () => {
  expect([...waiting].filter((path) => !found.includes(path))).toEqual([])
})
