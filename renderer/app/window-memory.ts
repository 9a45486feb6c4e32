import type { Bridge, WindowContent } from '@common/bridge'
import { windowLimits } from '@common/bridge/window-limits'
import { unwrap } from '@renderer/api'

/** Keys under which `features/tabs` saves the tabs of a window. */
const tabsPrefix = 'basalt.tabs.'
const saveAfterMs = 400

/** Puts the tabs of the last session back, before the first page reads them. A reload has its own. */
export async function restoreTabs(shell: Bridge): Promise<void> {
  if (savedTabs().length > 0) return
  const content = await unwrap(shell.windowContent())
  for (const [key, text] of Object.entries(content?.tabs ?? {}))
    if (key.startsWith(tabsPrefix)) sessionStorage.setItem(key, text)
}

/** Tells the shell what this window shows, for the next start. Call the result after each change. */
export function windowMemory(shell: Bridge): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent = ''
  const send = (): void => {
    const address = location.hash.slice(1) || '/'
    const { addressCharacters, tabCharacters, projects } = windowLimits
    const content: WindowContent = {
      address: address.length > addressCharacters ? '/' : address,
      tabs: Object.fromEntries(
        savedTabs()
          .filter(([, text]) => text.length <= tabCharacters)
          .slice(-projects),
      ),
    }
    const text = JSON.stringify(content)
    if (text === sent) return
    sent = text
    // Without it, the next start shows an earlier state.
    shell.windowChanged(content).catch(() => undefined)
  }
  return () => {
    clearTimeout(timer)
    timer = setTimeout(send, saveAfterMs)
  }
}

function savedTabs(): [string, string][] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(tabsPrefix))
    .map((key) => [key, sessionStorage.getItem(key) ?? ''])
}
