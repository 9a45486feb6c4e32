import { usePageCommand, type Command } from '@renderer/actions'
import { desktop } from '@renderer/api'
import { activeTab, tabs, useTabs } from '@renderer/features/tabs'
import { withTexts } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'
import { isMac, later } from '@renderer/ui'
import { useEffect } from 'react'
import { terminalTabId } from './tab-id'
import { terminals, useTerminals } from './terminal-store'

const loadPanel = () => withTexts(import('./TerminalPanel'), ['terminal'])
const TerminalPanel = later(async () => (await loadPanel()).TerminalPanel)

/** Ctrl+` on every system: ⌘` belongs to macOS. */
export const toggleTerminal: Omit<Command, 'run'> = {
  id: 'terminal.toggle',
  label: 'actions.toggleTerminal',
  keys: [isMac ? 'Ctrl+`' : 'Mod+`'],
  inFields: true,
}

/** True where terminals work: in the desktop window, for the owner of the installation. */
export function useHasTerminals(): boolean {
  return useIsSuperAdmin() && desktop() !== undefined
}

/** The place of the terminals under the work area, and the command that shows them. Their code loads at first use. */
export function TerminalSlot({ projectId }: { readonly projectId: string }) {
  const isHere = useHasTerminals()
  const isShown = useTerminals((state) => state.isShown)
  const hasShells = useTerminals((state) => state.terminals.length > 0)
  const isInTab = useTabs((state) => activeTab(state)?.type === terminalTabId)
  usePageCommand(toggleTerminal, () => {
    if (isHere && !isInTab) terminals.show(!isShown)
    else tabs.openKind(terminalTabId)
  })
  useEffect(() => {
    // After a reload the shells wait for their window, also for a hidden panel.
    if (isHere && hasShells) void loadPanel().then(({ resume }) => resume())
  }, [isHere, hasShells])
  return isHere && isShown && !isInTab ? <TerminalPanel projectId={projectId} /> : null
}
