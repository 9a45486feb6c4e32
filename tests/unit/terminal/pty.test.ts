import { spawnUserShell } from '@main/terminal/pty'
import { patienceMs } from '@tests/helpers/patience'
import { afterAll, describe, expect, it } from 'vitest'

/** node-pty is optional: it is compiled at installation, and may be missing. */
const pty = await spawnUserShell({ columns: 80, rows: 24 }).catch((error: unknown) => {
  process.stderr.write(`The shell is NOT tested here: node-pty does not load (${String(error)}).\n`)
  return undefined
})
afterAll(() => pty?.kill())

describe.skipIf(pty === undefined || process.platform === 'win32')('the user’s shell', () => {
  it('runs what is typed', async () => {
    let output = ''
    pty?.onData((data) => {
      output += data
    })
    pty?.write('echo basalt-$((40 + 2))\r')
    // A busy machine starts a shell in more than ten seconds.
    await expect.poll(() => output, { timeout: patienceMs }).toContain('basalt-42')
  })

  it('fails if the shell or the folder is missing', async () => {
    const missing = '/basalt/missing'
    const size = { columns: 80, rows: 24 }
    for (const start of [
      { ...size, program: { file: missing, args: [] } },
      { ...size, folder: missing },
    ])
      await expect(spawnUserShell(start)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('reports its end', async () => {
    const ended = new Promise((resolve) => pty?.onExit(resolve))
    pty?.write('exit 3\r')
    expect(await ended).toBe(3)
  })
})
