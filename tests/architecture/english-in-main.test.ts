import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectNone, filesIn } from './sources'

/** By URL: scripts are JavaScript and not part of the tests' types. */
const file = new URL('../../scripts/lib/english-in-main.mjs', import.meta.url).href
const { englishIn } = (await import(file)) as {
  readonly englishIn: (path: string, text: string) => readonly { readonly line: number; readonly text: string }[]
}

describe('the server passes messages', () => {
  it('and composes English at its edges only', () => {
    const found = filesIn('main').flatMap((path) =>
      englishIn(path, readFileSync(path, 'utf8')).map((each) => `${path}:${each.line} composes "${each.text}"`),
    )
    expectNone(found)
  })

  it.each([
    "throw new AppError('INPUT_INVALID', { problems: ['the name is missing'] })",
    'const note = `${table} was not put back.`',
    "const text = english(message('errors.INTERNAL'))",
    'const texts = messages.map(english)',
  ])('finds: %s', (code) => {
    expect(englishIn('main/features/example.ts', code)).toHaveLength(1)
    expect(englishIn('main/http/example.ts', code)).toEqual([])
  })

  it.each([
    "import { english } from '@main/lib/messages'",
    "throw new Error('The pipeline let a project operation through')",
    "log.warn({ err }, 'the store is slower than expected')",
    "const sql = 'SELECT id FROM audit WHERE operation LIKE ?'",
    "const keys = ['trashNotes.along', 'a-b c']",
  ])('leaves alone: %s', (code) => {
    expect(englishIn('main/features/example.ts', code)).toEqual([])
  })
})
