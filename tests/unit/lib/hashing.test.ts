import { describe, expect, it } from 'vitest'
import { createPasswordHashing, turns } from '@main/lib/hashing'

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

describe('turns', () => {
  it('runs so many at once and the others in order', async () => {
    const inTurn = turns(2, 10)
    let running = 0
    let most = 0
    const ended: number[] = []
    const task = (n: number) => async (): Promise<void> => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      ended.push(n)
      if (n === 1) throw new Error('one of them fails')
    }
    await Promise.allSettled([0, 1, 2, 3, 4].map((n) => inTurn(task(n))))
    expect(most).toBe(2)
    expect(ended).toEqual([0, 1, 2, 3, 4])
  })

  it('refuses what would wait behind too many', async () => {
    const inTurn = turns(1, 1)
    let release = (): void => undefined
    const first = inTurn(() => new Promise<void>((resolve) => (release = resolve)))
    const second = inTurn(() => Promise.resolve())
    await expect(inTurn(() => Promise.resolve())).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    release()
    await Promise.all([first, second])
    await expect(inTurn(() => Promise.resolve('again'))).resolves.toBe('again')
  })
})
