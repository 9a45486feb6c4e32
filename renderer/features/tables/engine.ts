import { capabilitiesOf, type Capabilities } from '@common/dialects'
import { createContext, useContext } from 'react'

const EngineContext = createContext(capabilitiesOf(undefined))

/** Around everything of a project: its database is not asked what it can do. */
export const EngineProvider = EngineContext.Provider

/** What the database of the project can do; what the built-in one can, where nothing is said. */
export function useEngine(): Capabilities {
  return useContext(EngineContext)
}
