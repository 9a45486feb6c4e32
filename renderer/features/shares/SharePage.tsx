import type { OpenedShare } from '@common/operations/shares'
import { messageOf } from '@renderer/api'
import { SharedForm } from '@renderer/features/form'
import { useTranslation } from '@renderer/i18n'
import { embeddedLink } from '@renderer/stores'
import { EmptyState, ErrorState, useTitle } from '@renderer/ui'
import { useParams } from 'react-router-dom'
import { EntryForm } from './EntryForm'
import styles from './shares.module.css'
import { useOpenShare } from './use-open-share'
import { VisitorBase } from './VisitorBase'
import { VisitorView } from './VisitorView'

/** `/nc/view/{link}`, `/nc/kanban/{link}`, `/nc/form/{link}` and `/nc/base/{link}`: a link for visitors. */
export function SharePage() {
  const { link: named, '*': rest } = useParams()
  const [first = ''] = (rest ?? '').split('/')
  const link = embeddedLink() ?? named ?? first
  // Another link is another visit.
  return <OfLink key={link} link={link} />
}

function OfLink({ link }: { readonly link: string }) {
  const { t } = useTranslation()
  const state = useOpenShare(link)
  switch (state.kind) {
    case 'opening':
      return (
        <div className={styles.middle} role="status">
          {t('shares.opening')}
        </div>
      )
    case 'closed':
      return <Closed />
    case 'password':
      return <EntryForm secret="password" link={link} />
    case 'code':
      return <EntryForm secret="code" link={link} />
    case 'failed':
      return (
        <div className={styles.middle}>
          <ErrorState title={t('shares.notOpened')} text={messageOf(state.error)} onRetry={state.retry} />
        </div>
      )
    case 'open':
      return <Opened share={state.share} link={link} />
  }
}

function Opened({ share, link }: { readonly share: OpenedShare; readonly link: string }) {
  switch (share.kind) {
    case 'view':
      return <VisitorView share={share} />
    case 'form':
      return <SharedForm share={share} link={link} />
    case 'base':
      return <VisitorBase share={share} />
  }
}

function Closed() {
  const { t } = useTranslation()
  useTitle(t('shares.closed.title'))
  return (
    <div className={styles.middle}>
      <EmptyState headingLevel={1} title={t('shares.closed.title')} text={t('shares.closed.text')} />
    </div>
  )
}
