import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtomic } from '@main/lib/files'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('atomic writes', () => {
  it('replace the file and leave nothing else behind', async () => {
    const path = join(folder, 'settings.json')
    await writeFile(path, 'old')
    await writeFileAtomic(path, 'new')
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['settings.json'])
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('leave the old file when they fail', async () => {
    await expect(writeFileAtomic(join(folder, 'missing', 'x'), 'new')).rejects.toThrow('ENOENT')
    const path = join(folder, 'folder-in-the-way')
    await import('node:fs/promises').then(({ mkdir }) => mkdir(join(path, 'full'), { recursive: true }))
    await expect(writeFileAtomic(path, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
    expect(await readdir(folder)).toEqual(['folder-in-the-way'])
  })
})
