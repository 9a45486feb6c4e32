import { useTranslation } from '@renderer/i18n'
import { useUnsaved } from '@renderer/stores'
import { Button, Icon, later } from '@renderer/ui'
import { useEffect } from 'react'
import styles from './staged.module.css'
import { commitNow, discardAll, stagedReview, useStagedReview } from './staged-review'
import { resumeStaged, stagedIn } from './staging'
import { useStaged } from './use-staged'

const StagedReview = later(async () => (await import('./StagedReview')).StagedReview)

/** Shows how many staged edits a project has, with the ways to review, discard and commit them. */
export function StagedBar({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const count = useStaged(projectId).length
  const isAny = useUnsaved(({ edits }) => stagedIn(edits, projectId).length > 0)
  const isFleeting = useUnsaved(({ edits, fleeting }) => stagedIn(edits, projectId).some(({ id }) => fleeting.has(id)))
  const { isOpen, isCommitting } = useStagedReview()
  useEffect(() => {
    resumeStaged(projectId)
    return stagedReview.close
  }, [projectId])
  if (!isAny) return null
  return (
    <>
      <section className={styles.bar} aria-label={t('staged.label')} data-region>
        <Icon name="warning" size={14} />
        <span role="status">{t('staged.count', { count })}</span>
        {isFleeting && <span className={styles.note}>{t('unsaved.fleeting')}</span>}
        <span className={styles.spacer} />
        <Button kind="quiet" onClick={stagedReview.open}>
          {t('staged.review')}
        </Button>
        <Button kind="quiet" onClick={() => discardAll(projectId)} disabled={isCommitting}>
          {t('staged.discard')}
        </Button>
        <Button kind="main" loading={isCommitting} onClick={() => void commitNow(projectId)}>
          {t('staged.commit')}
        </Button>
      </section>
      {isOpen && <StagedReview projectId={projectId} />}
    </>
  )
}
