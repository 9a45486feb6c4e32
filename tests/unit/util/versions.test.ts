import { channelOf } from '@common/model/release'
import { isNewerVersion } from '@common/util/versions'
import { describe, expect, it } from 'vitest'

describe('versions', () => {
  /** Each is newer than the one before. */
  const order = [
    '0.9.9',
    '0.10.0-alpha',
    '0.10.0-alpha.1',
    '0.10.0-alpha.beta',
    '0.10.0-beta',
    '0.10.0-beta.2',
    '0.10.0-beta.11',
    '0.10.0-rc.1',
    '0.10.0',
    '0.10.1',
    '1.0.0',
  ]
  it('are ordered as semver orders them', () => {
    for (const [at, version] of order.entries())
      for (const [before, other] of order.entries())
        expect([version, other, isNewerVersion(version, other)]).toEqual([version, other, at > before])
  })
  it('that are none are never newer', () => {
    expect(isNewerVersion('latest', '1.0.0')).toBe(false)
    expect(isNewerVersion('2.0.0', '')).toBe(false)
    expect(isNewerVersion('v2.0.0+build.5', '1.0.0')).toBe(true)
  })
  it('name their channel unless the user chose one', () => {
    expect(channelOf(null, '1.0.0')).toBe('latest')
    expect(channelOf(null, '1.1.0-beta.1')).toBe('beta')
    expect(channelOf('latest', '1.1.0-beta.1')).toBe('latest')
    expect(channelOf('beta', '1.0.0')).toBe('beta')
  })
})
