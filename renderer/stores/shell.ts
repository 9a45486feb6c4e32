import type { BridgeOutput } from '@common/bridge'
import { desktop, unwrap } from '@renderer/api'
import { create } from 'zustand'

export type ShellInfo = BridgeOutput<'shellInfo'>

/** Facts of the desktop shell; null in an ordinary browser. */
export const useShell = create<{ readonly info: ShellInfo | null }>(() => ({ info: null }))

/** Asks the shell once and marks the page with its platform, for the places of the window's own buttons. */
export async function loadShellInfo(): Promise<void> {
  const shell = desktop()
  if (shell === undefined) return
  document.documentElement.dataset['shell'] = 'desktop'
  const info = await unwrap(shell.shellInfo())
  document.documentElement.dataset['platform'] = info.platform
  useShell.setState({ info })
}

/** Address of the server for people: `127.0.0.1:8080`. */
export function serverAddress(info: ShellInfo | null, page: Location = location): string {
  return info === null ? page.host : new URL(info.serverUrl).host
}
