import { createPersisted, persistedNames, rehydrated, useUsers, useWindows } from '@renderer/stores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

describe('the persisted modules', () => {
  it('are the eight of the specification', () => {
    expect([...persistedNames()].sort()).toEqual(
      ['apiClient', 'apiClientSwagger', 'app', 'graphqlClient', 'panelSize', 'sqlClient', 'users', 'windows'].sort(),
    )
  })

  it('keep their state, not their actions', () => {
    useUsers.getState().tokenGiven('t1')
    expect(JSON.parse(localStorage.getItem('users') ?? '')).toMatchObject({
      state: { token: 't1', user: null, previewAs: null, role: null },
    })
    expect(localStorage.getItem('users')).not.toContain('tokenGiven')
    useUsers.getState().cleared()
  })

  it('take back what fits and leave the default where it does not', async () => {
    localStorage.setItem(
      'windows',
      JSON.stringify({ state: { darkTheme: 'yes', language: 'it_IT', surprise: 1 }, version: 0 }),
    )
    await useWindows.persist.rehydrate()
    expect(useWindows.getState()).toMatchObject({ darkTheme: null, language: 'it_IT', metatables: false })
    expect(useWindows.getState()).not.toHaveProperty('surprise')
  })

  it('survive text that is no JSON', async () => {
    localStorage.setItem('users', '{"state":')
    await useUsers.persist.rehydrate()
    expect(useUsers.getState().token).toBeNull()
  })
})

describe('waiting for them', () => {
  it('ends at once when all are there', async () => {
    expect(await rehydrated()).toBe(true)
  })

  it('looks every 100 ms and gives up after 5 s', async () => {
    vi.useFakeTimers()
    const { z } = await import('zod')
    const late = createPersisted({ name: 'late', shape: z.object({}), initial: {}, actions: () => ({}) })
    let looks = 0
    vi.spyOn(late.persist, 'hasHydrated').mockImplementation(() => {
      looks += 1
      return false
    })
    const waiting = rehydrated()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(looks).toBe(50)
    await vi.advanceTimersByTimeAsync(200)
    expect(await waiting).toBe(false)
  })
})
