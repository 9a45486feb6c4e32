import { shell } from 'electron'
import { AppError } from '@common/errors'

const schemes = new Set(['https:', 'http:', 'mailto:'])

/** True for addresses that may leave the application: web and mail, nothing that starts a program. */
export function mayOpenOutside(address: string): boolean {
  return URL.canParse(address) && schemes.has(new URL(address).protocol)
}

/**
 * Opens an address in the browser or mail program. The one place that does.
 *
 * @throws AppError INPUT_INVALID for any other scheme
 */
export async function openExternal(address: string): Promise<void> {
  if (!mayOpenOutside(address)) throw new AppError('INPUT_INVALID')
  // The parsed form: what the system is given is what was checked.
  await shell.openExternal(new URL(address).href)
}
