import { readFileSync } from 'node:fs'
import { packages } from '@common/dialects/generated-backend/packages'
import { describe, expect, it } from 'vitest'

describe('packages of generated backends', () => {
  it.each(Object.entries(packages))('%s %s is the version that the tests run', (name, version) => {
    const manifest = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }
    expect(version).toBe(manifest.version)
  })
})
