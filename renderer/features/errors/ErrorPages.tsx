import { messageOf } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, useTitle } from '@renderer/ui'
import type { ReactNode } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import styles from './ErrorPages.module.css'

interface FrameProps {
  /** Small, above: a status. */
  readonly mark: string
  /** A short sentence in large letters that says what happened. */
  readonly title: string
  readonly text?: string | undefined
  readonly children: ReactNode
}

/** Number small, sentence large, one way on (ui.md §10). */
export function ErrorFrame({ mark, title, text, children }: FrameProps) {
  useTitle(title)
  return (
    <div className={styles.page}>
      <p className={styles.mark}>{mark}</p>
      <h1 className={styles.title}>{title}</h1>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      <div className={styles.ways}>{children}</div>
    </div>
  )
}

/** A route that is not there (S1 §2). */
export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <ErrorFrame mark="404" title={t('errorPages.notFound')}>
      <Link to="/">{t('errorPages.backHome')}</Link>
    </ErrorFrame>
  )
}

/** /error/400, /error/403 and /error/404; `?role=` names the role that is missing. */
export function StatusPage() {
  const { t } = useTranslation()
  const { status } = useParams()
  const [query] = useSearchParams()
  const role = query.get('role')
  const home = <Link to="/">{t('errorPages.homePage')}</Link>
  switch (status) {
    case '400':
      return (
        <ErrorFrame mark="400" title={t('errorPages.occurred')} text={t('errorPages.badRequest')}>
          {home}
        </ErrorFrame>
      )
    case '403':
      return (
        <ErrorFrame
          mark="403"
          title={t('errorPages.forbidden')}
          text={isRole(role) ? t('errorPages.needsRole', { role: t(`roles.${role}`) }) : t('errorPages.needsOtherRole')}
        >
          {home}
        </ErrorFrame>
      )
    default:
      return <NotFoundPage />
  }
}

const roles = ['owner', 'creator', 'editor', 'commenter', 'viewer'] as const

function isRole(role: string | null): role is (typeof roles)[number] {
  return roles.some((each) => each === role)
}

export interface FaultPageProps {
  readonly status: number
  readonly error: unknown
  /** Opens the report. Absent where the frame of the page failed, which would show it. */
  readonly onReport?: (() => void) | undefined
}

/** A page that broke: the sentence, a way home, and the facts for a report. */
export function FaultPage({ status, error, onReport }: FaultPageProps) {
  const { t } = useTranslation()
  const facts = factsOf(error)
  return (
    <ErrorFrame
      mark={status === 0 ? '' : String(status)}
      title={status === 404 ? t('errorPages.notFoundShort') : t('errorPages.occurred')}
      text={messageOf(error)}
    >
      <a href="./">{t('errorPages.homePage')}</a>
      {facts !== '' && (
        <details className={styles.details}>
          <summary>{t('errorPages.details')}</summary>
          <pre>{facts}</pre>
          {onReport && (
            <Button icon="warning" onClick={onReport}>
              {t('errorPages.report')}
            </Button>
          )}
          <Button
            icon="copy"
            onClick={() => {
              void copyText(facts).then(() => toast.success(sentence('errorPages.copied')))
            }}
          >
            {t('errorPages.copy')}
          </Button>
        </details>
      )}
    </ErrorFrame>
  )
}

function factsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : ''
}

/** The page for a server that doesn't respond. The requested page opens automatically when the server is back. */
export function UnreachablePage({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <ErrorFrame
      mark={t('connection.offline')}
      title={t('errorPages.unreachable')}
      text={t('errorPages.unreachableText')}
    >
      <Button size="lg" icon="reload" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </ErrorFrame>
  )
}
