import { performance as clock } from 'node:perf_hooks'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { startFreshPage } from './fresh-page'

startFreshPage()
await import('./english-texts')

// Awaited changes come immediately on an idle machine; slow machines need this time.
configure({ asyncUtilTimeout: 15_000 })

// jsdom has no user timing.
Object.defineProperty(performance, 'mark', { value: clock.mark.bind(clock), configurable: true })
// jsdom is never idle.
Object.defineProperties(globalThis, {
  requestIdleCallback: { value: () => 0, configurable: true, writable: true },
  cancelIdleCallback: { value: () => undefined, configurable: true, writable: true },
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
