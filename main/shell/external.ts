import { shell } from 'electron'
import { AppError } from '@common/errors'

const schemes = new Set(['https:', 'http:', 'mailto:'])

/** True for addresses that may open outside: web and mail, nothing that starts a program. */
export function mayOpenOutside(address: string): boolean {
  return URL.canParse(address) && schemes.has(new URL(address).protocol)
}

/**
 * Opens an address in the browser or mail program. No other code does.
 *
 * @throws AppError INPUT_INVALID for any other scheme
 */
export async function openExternal(address: string): Promise<void> {
  if (!mayOpenOutside(address)) throw new AppError('INPUT_INVALID')
  // Uses the parsed form, so that the system gets the checked address.
  await shell.openExternal(new URL(address).href)
}
