import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Migrations of the time before several versions could share a store. */
const before = 38
/** Changes that a running server of the version before can't work with. */
const breaking =
  /\bDROP\b|\bRENAME\b|\bTRUNCATE\b|\.(?:dropColumn|dropTable|renameColumn|renameTable|dropNullable|alter)\(|\.notNullable\(\)(?!.*defaultTo)/

it('migrations of our own tables only add, so that a server of the version before goes on', () => {
  const files = globSync('main/db/meta/migrations/0*.ts').filter((file) => Number(/(\d{4})-/.exec(file)?.[1]) >= before)
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) => {
    const [match] = breaking.exec(readFileSync(file, 'utf8')) ?? []
    return match === undefined ? [] : [`${file}: ${match}`]
  })
  expect(found).toEqual([])
})
