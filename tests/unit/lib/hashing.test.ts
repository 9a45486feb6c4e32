import { describe, expect, it } from 'vitest'
import { createPasswordHashing } from '@main/lib/hashing'

describe('password hashing', () => {
  const hashing = createPasswordHashing()

  it('is argon2id with a salt of its own each time', async () => {
    const [one, other] = await Promise.all([hashing.hash('correct horse'), hashing.hash('correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await hashing.verify('correct horse', one)).toBe(true)
    expect(await hashing.verify('correct horsE', one)).toBe(false)
  })

  it('says no for somebody unknown', async () => {
    expect(await hashing.verify('a password nobody has', undefined)).toBe(false)
  })

  it('takes the same letters from any keyboard for the same password', async () => {
    const hash = await hashing.hash('caf\u00e9 au lait')
    expect(await hashing.verify('cafe\u0301 au lait', hash)).toBe(true)
  })
})
