import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runCommand } from '@main/command/command'
import { spawnUserShell } from '@main/terminal/pty'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/* The Tab key in real shells. The command itself only has to list the tables. */

const titles = ['Artists', 'Albums two', '$(touch expanded)', '`touch expanded`', "Quote's", 'Semi; touch expanded']

/** True if the program runs here, which a pseudo-terminal needs too. */
async function isHere(program: string): Promise<boolean> {
  try {
    execFileSync(program, ['-c', 'true'])
    const shell = await spawnUserShell({ columns: 80, rows: 24, program: { file: program, args: [] } })
    shell.kill()
    return true
  } catch (error) {
    process.stderr.write(`Completion in ${program} is NOT tested here (${String(error)}).\n`)
    return false
  }
}

const shells = [
  { name: 'bash', args: ['--norc', '--noprofile'] },
  { name: 'zsh', args: ['-f'] },
] as const
const here = process.platform === 'win32' ? [] : await Promise.all(shells.map(({ name }) => isHere(name)))

describe.each(shells)('completion in $name', ({ name, args }) => {
  const isTested = here[shells.findIndex((each) => each.name === name)] === true
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'basalt-completion-'))
    writeFileSync(join(folder, 'titles'), titles.map((title) => `${title}\n`).join(''))
    const list = `#!/bin/sh\n[ "$1 $2" = 'ls --names' ] && cat '${join(folder, 'titles')}'\n`
    writeFileSync(join(folder, 'basalt'), list, { mode: 0o755 })
    let script = ''
    await runCommand(['completion', name], {
      env: {},
      version: '0',
      write: async (text) => {
        script += String(text)
      },
      complain: () => undefined,
      readInput: async () => '',
      openUrl: () => undefined,
    })
    writeFileSync(join(folder, 'completion'), script)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Types a line with Tab at its end, then Enter. @returns the arguments that the command gets */
  async function pressTab(line: string): Promise<string> {
    const shell = await spawnUserShell({
      columns: 200,
      rows: 24,
      folder,
      program: { file: name, args: [...args] },
      environment: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, HOME: folder, TERM: 'dumb' },
    })
    let output = ''
    shell.onData((data) => void (output += data))
    try {
      if (name === 'zsh') {
        // A folder of functions that other accounts can change, as package managers leave them.
        const open = join(folder, 'open')
        mkdirSync(open, { recursive: true })
        chmodSync(open, 0o777)
        shell.write(`fpath=('${open}' $fpath)\r`)
      }
      shell.write(`. ./completion; echo rea''dy\r`)
      await expect.poll(() => output, { timeout: 20_000 }).toContain('ready')
      // Prints what the shell would run instead of running it.
      shell.write(`basalt() { if [ "$1" = ls ]; then command basalt "$@"; else printf '<%s>' "$@"; echo en''d; fi; }\r`)
      shell.write(`${line}\t`)
      shell.write('\r')
      await expect.poll(() => output, { timeout: 20_000 }).toMatch(/>end/)
      return /((?:<[^>]*>)+)end/.exec(output)?.[1] ?? ''
    } finally {
      shell.kill()
    }
  }

  it.skipIf(!isTested).each([
    ['basalt exp', '<export>'],
    ['basalt query --j', '<query><--json>'],
    ['basalt get Art', '<get><Artists>'],
    ['basalt get Albums\\ t', '<get><Albums two>'],
    ['basalt get Alb', '<get><Albums two>'],
    ['basalt get Quo', "<get><Quote's>"],
    ['basalt get \\$', '<get><$(touch expanded)>'],
    ['basalt get Semi', '<get><Semi; touch expanded>'],
  ])('completes %s to %s, and runs nothing', async (line, expected) => {
    expect(await pressTab(line)).toBe(expected)
    expect(existsSync(join(folder, 'expanded'))).toBe(false)
  })
})
