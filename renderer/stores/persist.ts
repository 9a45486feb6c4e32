import { rehydrateGiveUpMs, rehydratePollMs } from '@common/constants'
import type { z } from 'zod'
import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand'
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'

export interface Hydrating {
  readonly persist: { readonly hasHydrated: () => boolean; readonly rehydrate: () => Promise<void> | void }
}

const modules = new Map<string, Hydrating>()

/**
 * localStorage that never throws: a full or forbidden store costs the memory of choices, not the session.
 * Text that is no JSON counts as absent; else its module would never be restored.
 */
const storage: StateStorage = {
  getItem: (name) => {
    const text = attempt(() => localStorage.getItem(name)) ?? null
    return text !== null && isJson(text) ? text : null
  },
  setItem: (name, value) => void attempt(() => localStorage.setItem(name, value)),
  removeItem: (name) => void attempt(() => localStorage.removeItem(name)),
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return undefined
    throw error
  }
}

export interface PersistedModule<State extends object, Actions extends object> {
  /** Key in localStorage: one of the eight of S1 §3. */
  readonly name: string
  /** Schema of the saved state. Give each field a `.catch(default)`, so that an invalid one falls back alone. */
  readonly shape: z.ZodType<State>
  readonly initial: State
  readonly actions: (set: (partial: Partial<State>) => void, get: () => State) => Actions
}

/** Creates a store with state that persists across windows. Actions aren't persisted. */
export function createPersisted<State extends object, Actions extends object>({
  name,
  shape,
  initial,
  actions,
}: PersistedModule<State, Actions>): UseBoundStore<StoreApi<State & Actions>> & Hydrating {
  type All = State & Actions
  const initializer: StateCreator<All> = (set, get) => ({
    ...initial,
    ...actions((partial) => set(partial as Partial<All>), get),
  })
  const store = create<All>()(
    persist(initializer, {
      name,
      storage: createJSONStorage<State>(() => storage),
      partialize: (all) => onlyState(all, initial),
      merge: (stored, current) => {
        const parsed = shape.safeParse(stored)
        return parsed.success ? { ...current, ...parsed.data } : current
      },
    }) as StateCreator<All>,
  ) as UseBoundStore<StoreApi<All>> & Hydrating
  modules.set(name, store)
  return store
}

function onlyState<State extends object>(all: State, initial: State): State {
  return Object.fromEntries(Object.keys(initial).map((key) => [key, all[key as keyof State]])) as unknown as State
}

/** Returns the names of the persisted modules, in the order of creation. */
export function persistedNames(): readonly string[] {
  return [...modules.keys()]
}

/**
 * Waits until every persisted module is restored. Polls every 100 ms and times out after 5 s (S1 §3).
 *
 * @returns false after the timeout; the modules then hold their defaults
 */
export async function rehydrated(): Promise<boolean> {
  const endsAt = performance.now() + rehydrateGiveUpMs
  while (![...modules.values()].every((module) => module.persist.hasHydrated())) {
    if (performance.now() >= endsAt) return false
    await new Promise((resolve) => setTimeout(resolve, rehydratePollMs))
  }
  return true
}

/** Syncs state from other windows of this browser: a sign-out in one signs out in all. */
export function followOtherWindows(): () => void {
  const listener = ({ key }: StorageEvent): void => {
    if (key !== null) void modules.get(key)?.persist.rehydrate()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
