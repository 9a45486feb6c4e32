import { iconPaths } from '@renderer/cells'
import { expect, it } from 'vitest'

it('every icon for the canvas consists of paths alone', () => {
  for (const [name, path] of Object.entries(iconPaths)) {
    expect(path, name).toMatch(/^M/)
    expect(path, name).not.toContain('undefined')
  }
})
