import type { TabEntryProps, TabKind, TabPageProps } from '@renderer/features/tabs'
import { t, useTranslation, withTexts } from '@renderer/i18n'
import { SidebarEntry } from '@renderer/ui'
import { lazy } from 'react'
import { terminalTabId } from './tab-id'
import { useHasTerminals } from './TerminalSlot'

const Terminals = lazy(async () => {
  const { TerminalArea } = await withTexts(import('./TerminalPanel'), ['terminal'])
  return { default: ({ project }: TabPageProps) => <TerminalArea projectId={project.id} isTab /> }
})
const Elsewhere = lazy(async () => {
  const { TerminalElsewhere } = await withTexts(import('./TerminalElsewhere'), ['terminal'])
  return { default: ({ project }: TabPageProps) => <TerminalElsewhere projectId={project.id} /> }
})

function Page(props: TabPageProps) {
  return useHasTerminals() ? <Terminals {...props} /> : <Elsewhere {...props} />
}

/** The line in the sidebar, only where terminals work. */
function Entry({ isActive, onOpen }: TabEntryProps) {
  const { t: text } = useTranslation()
  if (!useHasTerminals()) return null
  return <SidebarEntry icon="terminal" name={text('tabs.kinds.terminal')} isActive={isActive} onOpen={onOpen} />
}

export const tabKind: TabKind = {
  id: terminalTabId,
  icon: 'terminal',
  title: () => t('tabs.kinds.terminal'),
  // The commands need a token.
  permission: 'token.use',
  command: { id: 'terminal.open', label: 'actions.openTerminal', keys: [] },
  group: 'develop',
  order: 8,
  Entry,
  Page,
}
