import { useOpenedBy } from '@renderer/actions'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, Popover } from '@renderer/ui'
import { lazy, Suspense } from 'react'
import type { TableView } from './use-table-view'
import { viewKindOf } from './view-kinds'
import styles from './views.module.css'

const ViewDrawer = lazy(async () => ({ default: (await import('./ViewDrawer')).ViewDrawer }))

/** A button at the left of the toolbar with the open view; opens the list of the table's views. */
export const ViewSwitcher = memo(function ViewSwitcher({ view }: { readonly view: TableView }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.switch', label: 'actions.switchView', keys: [], area: 'view' })
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={300}
        flush
        label={t('views.title')}
        target={
          <Button
            kind="quiet"
            icon={viewKindOf(view.view.kind).icon}
            endIcon="chevronDown"
            className={styles.switcher}
            aria-label={t('views.switch', { view: view.title })}
            aria-haspopup="dialog"
            onClick={() => setOpened(!opened)}
          >
            <span className={styles.switcherName} dir="auto" title={view.title}>
              {view.title}
            </span>
          </Button>
        }
      >
        <Suspense fallback={<div className={styles.loading} />}>
          <ViewDrawer view={view} onDone={() => setOpened(false)} />
        </Suspense>
      </Popover>
      <span className={styles.separator} />
    </>
  )
})
