import { formatNumber, useTranslation } from '@renderer/i18n'
import { Icon, PasswordField, railEntry, type IconName } from '@renderer/ui'
import type { ReactNode } from 'react'
import { CategoryIcon } from './category-icons'
import { editMode, showsTokenField, useEditMode } from './edit-mode'
import styles from './drawer.module.css'
import type { GalleryPart } from './gallery-list'
import type { Gallery } from './use-gallery'

export interface CategoryDrawerProps {
  readonly gallery: Gallery
  readonly part: GalleryPart
  readonly onChoose: (part: GalleryPart) => void
  /** Below the lists: the button for a new template. */
  readonly foot?: ReactNode
}

/** The drawer of categories with their counts (S2 §2). Double clicks on its heading unlock the edit mode (S2 §4). */
export function CategoryDrawer({ gallery, part, onChoose, foot }: CategoryDrawerProps) {
  const { t } = useTranslation()
  const { list, categories, saved } = gallery
  const hasTokenField = useEditMode(showsTokenField)
  const token = useEditMode((state) => state.token)
  const plain = (kind: 'all' | 'saved', icon: IconName, count: number | undefined) => (
    <Entry
      icon={<Icon name={icon} size={14} />}
      title={t(`templates.parts.${kind}`)}
      count={count}
      isCurrent={part.kind === kind}
      onClick={() => onChoose({ kind })}
    />
  )
  return (
    <nav className={styles.drawer} aria-label={t('templates.categories')}>
      <h2 className={styles.heading} onDoubleClick={editMode.raise}>
        {t('templates.categories')}
      </h2>
      {hasTokenField && (
        <form className={styles.token} onSubmit={(event) => event.preventDefault()}>
          <PasswordField
            size="sm"
            label={t('templates.editToken')}
            value={token}
            onChange={editMode.setToken}
            autoComplete="off"
          />
        </form>
      )}
      <ul>
        {plain('all', 'template', list?.length)}
        {categories.map(({ category, count }) => (
          <Entry
            key={category}
            icon={<CategoryIcon category={category} size={14} />}
            title={category}
            count={count}
            isCurrent={part.kind === 'category' && part.category === category}
            onClick={() => onChoose({ kind: 'category', category })}
          />
        ))}
      </ul>
      <h2 className={styles.heading} data-divided>
        {t('templates.yours')}
      </h2>
      <ul>{plain('saved', 'star', list === undefined ? undefined : saved)}</ul>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </nav>
  )
}

interface EntryProps {
  readonly icon: ReactNode
  readonly title: string
  readonly count: number | undefined
  readonly isCurrent: boolean
  readonly onClick: () => void
}

function Entry({ icon, title, count, isCurrent, onClick }: EntryProps) {
  return (
    <li>
      <button type="button" className={railEntry} aria-current={isCurrent ? 'true' : undefined} onClick={onClick}>
        {icon}
        <bdi title={title}>{title}</bdi>
        {count !== undefined && <small>{formatNumber(count)}</small>}
      </button>
    </li>
  )
}
