import { randomBytes } from 'node:crypto'
import { createSecretBox } from '@main/lib/secret-box'
import { describe, expect, it } from 'vitest'

const secret = new Uint8Array(randomBytes(32))
const box = createSecretBox(secret, 'tests')

describe('a secret box', () => {
  it.each(['', 'a password', 'пароль 🔑', 'x'.repeat(100_000)])('opens what it has sealed', (text) => {
    expect(box.open(box.seal(text, 'here'), 'here')).toBe(text)
  })

  it('shows nothing of a text, not even that two are the same', () => {
    const [one, other] = [box.seal('a password', 'here'), box.seal('a password', 'here')]
    expect(one).not.toBe(other)
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('password')
  })

  it('opens nothing from another place, purpose or installation', () => {
    const sealed = box.seal('a password', 'here')
    expect(box.open(sealed, 'there')).toBeUndefined()
    expect(createSecretBox(secret, 'others').open(sealed, 'here')).toBeUndefined()
    expect(createSecretBox(new Uint8Array(randomBytes(32)), 'tests').open(sealed, 'here')).toBeUndefined()
  })

  it('opens nothing that was changed or is no box at all', () => {
    const sealed = box.seal('a password', 'here')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
      // The last letter may hold bits that belong to no byte.
      if (Buffer.from(changed.slice(3), 'base64url').equals(Buffer.from(sealed.slice(3), 'base64url'))) continue
      expect(box.open(changed, 'here')).toBeUndefined()
    }
    for (const none of ['', 'v1', 'v1.', 'v1.AAAA', 'v2.AAAA', sealed.slice(0, -8)])
      expect(box.open(none, 'here')).toBeUndefined()
  })
})
