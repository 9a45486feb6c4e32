import type { View, ViewKind } from '@common/views'
import { openShare } from '@renderer/features/shares'
import { useTranslation } from '@renderer/i18n'
import { Icon, IconButton, type IconName } from '@renderer/ui'
import { useState } from 'react'
import { viewTitle, type TableView } from './use-table-view'
import { freeViewTitle, type ViewActions } from './view-actions'
import { viewKindOf } from './view-kinds'
import { walk } from './walk'
import styles from './views.module.css'

export interface ViewMenuProps {
  readonly view: TableView
  /** The view that it is about. */
  readonly of: View
  readonly problem: string | undefined
  readonly onBack: () => void
  readonly onName: (naming: Naming) => void
  /** Closes the drawer. */
  readonly onLeave: () => void
  readonly run: (work: (actions: ViewActions) => Promise<void>, done?: () => void) => void
}

/** The actions on one view, as a page of the drawer, so that no menu opens on top of it. */
export function ViewMenu({ view: current, of: view, problem, onBack, onName, onLeave, run }: ViewMenuProps) {
  const { t } = useTranslation()
  const { projectId, table, views } = current
  const [copying, setCopying] = useState(false)
  const title = viewTitle(view, table)
  const isOwn = view.id === undefined
  const others = views.filter(({ id }) => id !== view.id)
  return (
    <section key={String(copying)} className={styles.panel} aria-label={t('views.menu', { view: title })}>
      <div className={styles.head}>
        <IconButton
          icon="chevronLeft"
          mirrored
          size="xs"
          label={t('views.back')}
          data-autofocus
          autoFocus
          onClick={() => (copying ? setCopying(false) : onBack())}
        />
        <span className={styles.title} dir="auto">
          {copying ? t('views.copyFrom') : title}
        </span>
      </div>
      {copying ? (
        <div className={styles.actions}>
          {others.map((source) => (
            <Line
              key={source.id ?? ''}
              icon={viewKindOf(source.kind).icon}
              onClick={() => run((does) => does.copyFrom(view, source), onBack)}
            >
              {viewTitle(source, table)}
            </Line>
          ))}
        </div>
      ) : (
        <div className={styles.actions}>
          {!isOwn && (
            <Line icon="pencil" onClick={() => onName({ kind: 'rename', view })}>
              {t('views.rename')}
            </Line>
          )}
          <Line
            icon="duplicate"
            onClick={() =>
              onName({ kind: 'duplicate', view, title: freeViewTitle(views, t('views.copyOf', { view: title })) })
            }
          >
            {t('views.duplicate')}
          </Line>
          <Line icon="lock" onClick={() => run((does) => does.lock(view, !view.locked), onBack)}>
            {t(view.locked ? 'views.unlock' : 'views.lock')}
          </Line>
          {current.mayShare && (
            <Line
              icon="link"
              onClick={() => {
                current.choose(view.id)
                onLeave()
                openShare({ projectId, table: table.name, view: view.id })
              }}
            >
              {t(view.kind === 'form' ? 'grid.toolbar.shareForm' : 'grid.toolbar.share')}
            </Line>
          )}
          {others.length > 0 && !view.locked && (
            <Line icon="copy" more onClick={() => setCopying(true)}>
              {t('views.copyFrom')}
            </Line>
          )}
          {!isOwn && (
            <>
              <hr className={styles.rule} />
              <Line icon="trash" danger onClick={() => run((does) => does.remove(view), onBack)}>
                {t('views.delete')}
              </Line>
            </>
          )}
        </div>
      )}
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </section>
  )
}

function Line({
  icon,
  danger = false,
  more = false,
  onClick,
  children,
}: {
  readonly icon: IconName
  readonly danger?: boolean
  readonly more?: boolean
  readonly onClick: () => void
  readonly children: string
}) {
  return (
    <button
      type="button"
      className={styles.choice}
      data-choice
      data-danger={danger || undefined}
      onClick={onClick}
      onKeyDown={(event) => walk(event)}
    >
      <Icon name={icon} size={14} />
      <span className={styles.name} dir="auto">
        {children}
      </span>
      {more && <Icon name="chevronRight" size={12} mirrored />}
    </button>
  )
}

/** The view being renamed, or the one being created. */
export type Naming =
  | { readonly kind: 'rename'; readonly view: View }
  | { readonly kind: 'create'; readonly as: ViewKind; readonly title: string }
  | { readonly kind: 'duplicate'; readonly view: View; readonly title: string }
