import { readFileSync } from 'node:fs'
import { databaseFileEndings } from '@common/dialects'
import { loadPackageFiles } from '@tests/helpers/stand-in'
import { describe, expect, it } from 'vitest'

const { missingNatives } = await loadPackageFiles()
const configuration = readFileSync('electron-builder.yml', 'utf8')
const installer = readFileSync('resources/installer.nsh', 'utf8')

describe('the files that a package offers to open', () => {
  const onMac = [...configuration.matchAll(/\{ ext: \[?([^\]}]+?)\]?, name:.*\}/g)].map(([line, endings = '']) => ({
    line,
    endings: endings.split(', '),
  }))
  const endingsOnMac = onMac.flatMap(({ endings }) => endings)

  it('are databases and tables', () => {
    const wanted = [
      ...databaseFileEndings.map((ending) => ending.replace(/^\./, '')),
      'csv',
      'tsv',
      'xlsx',
      'json',
      'ndjson',
    ]
    expect(endingsOnMac).toEqual(wanted)
  })

  it('are the same on macOS and Windows', () => {
    const onWindows = [...installer.matchAll(/!insertmacro \$\{action\} "(\w+)"/g)].map(([, ending]) => ending)
    expect(onWindows).toEqual(endingsOnMac)
  })

  it('keep their default program', () => {
    expect(onMac.filter(({ line }) => !line.includes('rank: Alternate'))).toEqual([])
    // The default value of the key of an ending would make Basalt its program.
    expect(installer).not.toMatch(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\\.[^"\\]*" ""/)
    expect(configuration).not.toMatch(/^fileAssociations:/m)
  })
})

describe('the native modules of a package', () => {
  it('are all there for the processor of this computer', () => {
    // npm compiles node-pty on Linux, if there is a compiler.
    const missing = missingNatives(process.platform, [process.arch])
    expect(missing.filter((sentence) => !sentence.startsWith('node-pty '))).toEqual([])
  })

  it('are named when they are missing, with what to do', () => {
    const hasPrebuilds = (...path: string[]) => path.includes('prebuilds')
    expect(missingNatives('darwin', ['arm64'], hasPrebuilds)).toEqual([
      'The package @node-rs/argon2-darwin-arm64 is missing. Run: npm install --no-save --force --cpu=arm64 @node-rs/argon2-darwin-arm64',
    ])
    expect(missingNatives('win32', ['x64', 'arm64'], () => true)).toEqual([])
    expect(missingNatives('linux', [process.arch === 'x64' ? 'arm64' : 'x64'], () => false).at(-1)).toContain(
      'Package on a computer with this processor',
    )
    expect(missingNatives('sunos', ['x64'], () => true)).toEqual(['There are no packages for sunos on x64.'])
  })
})
