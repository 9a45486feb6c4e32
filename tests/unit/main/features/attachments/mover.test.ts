import { describe, expect, it } from 'vitest'
import type { MoveRepository } from '@main/features/attachments/move-repository'
import { createFileMover } from '@main/features/attachments/mover'

/** A move that is stored, with its lease. Each step takes a turn of the event loop, as a database does. */
function storedMove() {
  let state = 'none'
  let owner: string | undefined
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const repository = {
    start: async () => {
      await turn()
      state = 'running'
      return true
    },
    claim: async (claimant: string) => {
      await turn()
      if (state !== 'running' || owner !== undefined) return undefined
      owner = claimant
      await turn()
      return { to: 'local' }
    },
    renew: async (holder: string) => holder === owner,
    release: async () => {
      owner = undefined
    },
    freeLeases: async () => {
      await turn()
      owner = undefined
    },
    end: async (ended: string, _now: string, holder?: string) => {
      if (holder !== undefined && holder !== owner) return false
      state = ended
      return true
    },
    next: async () => {
      for (let step = 0; step < 5; step += 1) await turn()
      return []
    },
    copies: async () => [],
    failed: async () => undefined,
  } as unknown as MoveRepository
  return { repository, state: () => state }
}

describe('moving files', () => {
  it('ends a move that starts while the server looks for one of its former run', async () => {
    for (let before = 0; before < 8; before += 1) {
      const { repository, state } = storedMove()
      let count = 0
      let firstLook = (): void => undefined
      const mover = createFileMover({
        repository,
        places: { of: () => ({ store: {} }) },
        local: {},
        clock: { now: () => new Date(0) },
        ids: { hex: () => `server ${(count += 1)}` },
        schedule: {
          at: (_time: number, work: () => void) => {
            firstLook = work
            return () => undefined
          },
          every: () => () => undefined,
        },
        isShared: false,
        report: (error: unknown) => {
          throw error
        },
      } as unknown as Parameters<typeof createFileMover>[0])
      const started = mover.start('local')
      for (let step = 0; step < before; step += 1) await new Promise((resolve) => setImmediate(resolve))
      firstLook()
      await started
      await expect.poll(state, { timeout: 500 }).toBe('done')
      await mover.close()
    }
  })
})
