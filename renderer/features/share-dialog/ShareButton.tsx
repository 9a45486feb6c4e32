import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { usePageCommand } from '@renderer/actions'
import { useTranslation, withTexts } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { lazy, Suspense, useState } from 'react'

const ShareDialog = lazy(async () => {
  const { ShareDialog: Page } = await withTexts(import('./ShareDialog'), [
    'team',
    'installation',
    'projects',
    'roleDescriptions',
  ])
  return { default: Page }
})

/** The Share button of the app bar, for people who may invite others (S1 §2). */
export function ShareButton(props: { readonly project: ProjectListEntry; readonly permissions: Permissions }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const mayShare = props.permissions.has('member.invite')
  const open = (): void => setOpened(true)
  usePageCommand({ id: 'share.open', label: 'actions.openShare', keys: [] }, mayShare ? open : undefined)
  if (!mayShare) return null
  return (
    <>
      <Button icon="share" onClick={open}>
        {t('dashboard.share')}
      </Button>
      {opened && (
        <Suspense>
          <ShareDialog {...props} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
