import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = '.cache/neutral-common'
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Compiles one line under the very settings of `common/tsconfig.json`. */
function compileInCommon(line: string): { ok: boolean; output: string } {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'probe.ts'), `${line}\n`)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../common/tsconfig.json',
      compilerOptions: { composite: false, declaration: false, emitDeclarationOnly: false, noEmit: true },
      include: ['probe.ts'],
    }),
  )
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { encoding: 'utf8' })
  return { ok: tsc.status === 0, output: tsc.stdout }
}

describe('common', () => {
  it('compiles plain code', () => {
    expect(compileInCommon('export const size = (text: string): number => text.length')).toMatchObject({ ok: true })
  })

  it.each([
    ['process', 'export const version = process.version'],
    ['document', 'export const title = document.title'],
    ['window', 'export const width = window.innerWidth'],
    ['setTimeout', 'export const timer = setTimeout(() => undefined, 1)'],
    ['Buffer', "export const bytes = Buffer.from('text')"],
    ['node:fs', "export { readFileSync } from 'node:fs'"],
  ])('cannot see %s', (name, line) => {
    const { ok, output } = compileInCommon(line)
    expect(ok).toBe(false)
    expect(output).toContain(name)
  })
})
