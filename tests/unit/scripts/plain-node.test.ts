import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('commands import no TypeScript, because Node 20 starts them', () => {
  const imports = globSync('scripts/**/*.mjs').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import\s(?:[^'"()]*?\sfrom\s)?['"]([^'"]+)['"]/gm)].map(
      ([, target = '']) => `${file} imports ${target}`,
    ),
  )
  expect(imports.length).toBeGreaterThan(50)
  expect(imports.filter((line) => !/ imports (?:node:[\w/]+|vite|\.{1,2}\/[\w./-]+\.mjs)$/.test(line))).toEqual([])
})
