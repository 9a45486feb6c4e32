import { systemKeychain } from '@main/shell/keychain'
import { recorded, resetElectron } from '@tests/helpers/electron-stub'
import { beforeEach, describe, expect, it } from 'vitest'

beforeEach(resetElectron)

describe('the keychain of the system', () => {
  it.each([
    ['darwin', 'unknown', 'keychain'],
    ['win32', 'unknown', 'dpapi'],
    ['linux', 'gnome_libsecret', 'gnome_libsecret'],
    ['linux', 'kwallet6', 'kwallet6'],
  ] as const)('encrypts on %s with %s', (platform, backend, name) => {
    recorded.keychain = { backend, owner: 'ada' }
    const keychain = systemKeychain(platform)
    expect(keychain?.name).toBe(name)
    expect(keychain?.decrypt(keychain.encrypt('text'))).toBe('text')
    const encrypted = keychain?.encrypt('text') ?? ''
    recorded.keychain = { backend, owner: 'eve' }
    expect(() => keychain?.decrypt(encrypted)).toThrow()
  })

  it.each(['basic_text', 'unknown'])('is none on Linux with %s, which everybody can read', (backend) => {
    recorded.keychain = { backend, owner: 'ada' }
    expect(systemKeychain('linux')).toBeUndefined()
  })

  it('is none where the system offers none', () => {
    expect(systemKeychain('darwin')).toBeUndefined()
  })
})
