import { useTranslation } from '@renderer/i18n'
import { SidebarEntry } from '@renderer/ui'

export interface DiagramEntryProps {
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The line below the tree that opens the diagram of the tables. */
export function DiagramEntry({ isActive, onOpen }: DiagramEntryProps) {
  const { t } = useTranslation()
  return <SidebarEntry icon="diagram" name={t('erd.title')} isActive={isActive} onOpen={onOpen} />
}
