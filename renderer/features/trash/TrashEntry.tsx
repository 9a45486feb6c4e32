import { useTranslation } from '@renderer/i18n'
import { SidebarEntry } from '@renderer/ui'

export interface TrashEntryProps {
  readonly isActive: boolean
  readonly onOpen: () => void
}

/** The line below the tree that opens the trash. */
export function TrashEntry({ isActive, onOpen }: TrashEntryProps) {
  const { t } = useTranslation()
  return <SidebarEntry icon="trash" name={t('trash.title')} isActive={isActive} onOpen={onOpen} />
}
