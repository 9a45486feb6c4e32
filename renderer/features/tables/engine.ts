import { capabilitiesOf, type Capabilities } from '@common/dialects'
import { createContext, useContext } from 'react'

const EngineContext = createContext(capabilitiesOf(undefined))

/** Provides the capabilities of the project's database, so that components need no request for them. */
export const EngineProvider = EngineContext.Provider

/** Returns the capabilities of the project's database; defaults to those of the built-in one. */
export function useEngine(): Capabilities {
  return useContext(EngineContext)
}
