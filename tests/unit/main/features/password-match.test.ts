import { createPasswordMatch } from '@main/features/auth/password-match'
import type { FoundAccount } from '@main/features/auth/repository'
import { describe, expect, it } from 'vitest'

const account = (id: number, passwordHash: string | undefined): FoundAccount => ({
  account: {
    id,
    email: 'ada@example.com',
    firstName: null,
    lastName: null,
    userRole: 'user',
    isSuperAdmin: false,
    emailVerified: false,
    isSuspended: false,
  },
  passwordHash,
})

const addresses: Readonly<Record<string, FoundAccount | undefined>> = {
  'unknown@example.com': undefined,
  'known@example.com': account(1, 'hash of a password'),
  'provider@example.com': account(2, undefined),
}

describe('a wrong password', () => {
  it.each(Object.keys(addresses))('costs the same work for %s', async (email) => {
    const verified: (string | undefined)[] = []
    const read: string[] = []
    const match = createPasswordMatch({
      repository: {
        findByEmail: (given) => {
          read.push('main')
          return Promise.resolve(addresses[given])
        },
        findSeparate: () => {
          read.push('separate')
          return Promise.resolve([])
        },
      },
      hashing: {
        hash: () => Promise.reject(new Error('Nothing is hashed')),
        // Does the same work without a hash (tests/unit/lib/hashing.test.ts).
        verify: (_password, stored) => {
          verified.push(stored)
          return Promise.resolve(false)
        },
      },
      passwordTag: () => 'abc',
    })
    expect((await match(email, 'a wrong password')).found).toBeUndefined()
    expect([verified.length, read.toSorted()]).toEqual([1, ['main', 'separate']])
  })
})
