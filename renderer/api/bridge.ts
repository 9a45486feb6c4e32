import type { Bridge, BridgeAnswer } from '@common/bridge'
import { ApiError } from './api-error'

declare global {
  interface Window {
    /** Set by the preload script of the desktop shell. */
    readonly basalt?: Bridge
  }
}

/** The desktop shell; undefined in an ordinary browser, where its buttons are absent. */
export function desktop(): Bridge | undefined {
  return typeof window === 'undefined' ? undefined : window.basalt
}

/** Returns the value of a shell response. @throws ApiError */
export async function unwrap<T>(answer: Promise<BridgeAnswer<T>>): Promise<T> {
  const result = await answer
  if (result.ok) return result.value
  const { code, msg, details, id, message } = result.error
  throw new ApiError(code, msg, 0, details, id, undefined, message)
}
