import type { ReactNode } from 'react'
import { useTranslation } from '@renderer/i18n'
import { Button } from './Button'
import { classes } from './classes'
import { Icon } from './Icon'
import styles from './states.module.css'

/** A grey placeholder bar with the size of the content. No shimmer. */
export function Skeleton({ width, height }: { readonly width?: number | string; readonly height?: number }) {
  return (
    <span className={styles.skeleton} style={{ width: width ?? '100%', ...(height === undefined ? {} : { height }) }} />
  )
}

export interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode
  /** One main action. */
  readonly action?: ReactNode
  readonly headingLevel?: 1 | 2 | 3
}

/** Heading, one sentence, one action (ui.md §6). */
export function EmptyState({ title, text, action, headingLevel }: EmptyStateProps) {
  const Heading = headingLevel === undefined ? 'div' : (`h${headingLevel}` as const)
  return (
    <div className={styles.empty}>
      <Heading className={styles.emptyTitle}>{title}</Heading>
      {text !== undefined && <p className={styles.emptyText}>{text}</p>}
      {action}
    </div>
  )
}

export interface ErrorBannerProps {
  /** The problem. */
  readonly title: string
  /** The suggested action. */
  readonly text?: string
  readonly kind?: 'error' | 'warning'
  readonly action?: ReactNode
}

/** An error message at the place of the error. */
export function ErrorBanner({ title, text, kind = 'error', action }: ErrorBannerProps) {
  return (
    <div className={classes(styles.banner, kind === 'warning' && styles.warning)} role="alert">
      <Icon name="warning" />
      <div className={styles.bannerText}>
        <div>{title}</div>
        {text !== undefined && <div>{text}</div>}
      </div>
      {action}
    </div>
  )
}

/** A success message that stays, at the place of what was done. */
export function DoneBanner({ title, text }: { readonly title: string; readonly text?: string }) {
  return (
    <div className={classes(styles.banner, styles.done)} role="status">
      <Icon name="check" />
      <div className={styles.bannerText}>
        <div>{title}</div>
        {text !== undefined && <div>{text}</div>}
      </div>
    </div>
  )
}

/** A part of a page that failed to load, with a retry button. */
export function ErrorState({
  title,
  text,
  onRetry,
  retrying,
}: {
  readonly title: string
  readonly text?: string
  readonly onRetry: () => void
  readonly retrying?: boolean
}) {
  const { t } = useTranslation()
  return (
    <ErrorBanner
      title={title}
      {...(text === undefined ? {} : { text })}
      action={
        <Button icon="reload" onClick={onRetry} loading={retrying ?? false}>
          {t('ui.retry')}
        </Button>
      }
    />
  )
}
