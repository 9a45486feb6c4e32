import type { BridgeOutput } from '@common/bridge'
import { linkTo, type LinkedPlace } from '@common/links/place-link'
import { desktop, unwrap } from '@renderer/api'
import { create } from 'zustand'

export type ShellInfo = BridgeOutput<'shellInfo'>

/** Facts about the desktop shell; null in an ordinary browser. */
export const useShell = create<{ readonly info: ShellInfo | null }>(() => ({ info: null }))

/** Loads the shell's facts once. Marks the page with the platform, for the position of the native window buttons. */
export async function loadShellInfo(): Promise<void> {
  const shell = desktop()
  if (shell === undefined) return
  document.documentElement.dataset['shell'] = 'desktop'
  const info = await unwrap(shell.shellInfo())
  document.documentElement.dataset['platform'] = info.platform
  useShell.setState({ info })
}

/** Returns the display address of the server: `127.0.0.1:8080`. */
export function serverAddress(info: ShellInfo | null, page: Location = location): string {
  return info === null ? page.host : new URL(info.serverUrl).host
}

/**
 * Returns the link to copy: in the desktop application one that opens there, because nothing else knows its address.
 *
 * @param address  of the same place, for a browser
 */
export function copyableLink(place: LinkedPlace, address: string): string {
  return desktop() === undefined ? address : linkTo(place)
}
