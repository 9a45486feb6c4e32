import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { expectNone, filesIn } from './sources'

it('no test replaces modules that other files of its worker share', () => {
  const sharing = filesIn('tests').filter((path) => path.endsWith('.test.ts') && !path.includes('/architecture/'))
  expectNone(sharing.filter((path) => /\bvi\.(?:mock|doMock)\(/.test(readFileSync(path, 'utf8'))))
})
