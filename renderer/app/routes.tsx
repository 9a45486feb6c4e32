import type { Screen } from '@renderer/actions'
import { LaterPage } from '@renderer/features/errors'

/** A placeholder page for screens of later versions. Nothing links to them. */
const later = () => Promise.resolve(LaterPage)

/** Addresses that are reserved for screens of later versions. */
const reserved: readonly Screen[] = [
  { path: '/', layout: 'empty', guard: 'index', page: later },
  { path: '/project/:id?', layout: 'default', guard: 'member', page: later },
]

const files = import.meta.glob<readonly Screen[]>('../features/*/screens.ts', { eager: true, import: 'screens' })

/** Every screen: one entry per route of S1 §2 and S2 §2. */
export const screens: readonly Screen[] = [...Object.values(files).flat(), ...reserved]
