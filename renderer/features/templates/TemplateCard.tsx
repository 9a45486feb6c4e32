import type { TemplateEntry } from '@common/operations/templates'
import { useTranslation } from '@renderer/i18n'
import { Skeleton } from '@renderer/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { descriptionPreview } from './description'
import styles from './gallery.module.css'
import { TemplateCover } from './TemplateCover'

export interface TemplateCardProps {
  readonly entry: TemplateEntry
  /** True while its detail is shown beside the cards. */
  readonly isShown: boolean
  /** Address of the detail on a page of its own; in a dialog, the detail opens in place instead. */
  readonly address: string | undefined
  readonly onOpen: (id: string) => void
}

/** One template of the gallery: picture, title, number of tables and the start of its description (S2 §2). */
export function TemplateCard({ entry, isShown, address, onOpen }: TemplateCardProps) {
  const { t } = useTranslation()
  const { id, image, title, category, tables, description } = entry
  const content: ReactNode = (
    <>
      <TemplateCover image={image} title={title} category={category} />
      <span className={styles.words}>
        <span className={styles.head}>
          <bdi className={styles.title}>{title}</bdi>
          {tables !== null && <span className={styles.count}>{t('templates.tables', { count: tables })}</span>}
        </span>
        <bdi className={styles.description}>{descriptionPreview(description)}</bdi>
      </span>
    </>
  )
  const shared = {
    className: styles.card,
    'data-template': id,
    'aria-current': isShown ? ('true' as const) : undefined,
  }
  return (
    <li>
      {address === undefined ? (
        <button type="button" {...shared} onClick={() => onOpen(id)}>
          {content}
        </button>
      ) : (
        <Link to={address} {...shared}>
          {content}
        </Link>
      )}
    </li>
  )
}

/** Place of a card while the gallery loads. */
export function SkeletonCard() {
  return (
    <li className={styles.card} data-skeleton aria-hidden="true">
      <span className={styles.skeletonCover} />
      <span className={styles.words}>
        <span className={styles.head}>
          <Skeleton width={120} />
        </span>
        <Skeleton />
        <Skeleton width="70%" />
      </span>
    </li>
  )
}
