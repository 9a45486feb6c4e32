import { randomUuid } from '@renderer/api/random-uuid'
import { z } from 'zod'
import { expect, it } from 'vitest'

it('makes ids of version 4, each another one', () => {
  const made = Array.from({ length: 100 }, randomUuid)
  for (const id of made) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(made).size).toBe(100)
})
