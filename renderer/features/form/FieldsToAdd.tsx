import type { AskableColumn } from '@common/views/form-fields'
import { TypeIcon } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, Icon, SearchField } from '@renderer/ui'
import { useState } from 'react'
import styles from './builder.module.css'
import type { PartDrag } from './use-part-drag'

export interface FieldsToAddProps {
  /** Columns that the form doesn't use yet. */
  readonly columns: readonly AskableColumn[]
  readonly onAdd: (column: AskableColumn) => void
  readonly onAddAll: () => void
  readonly onSection: () => void
  readonly drag: PartDrag
}

/** Columns that the form can add. A click appends one; a drag puts it in place. */
export function FieldsToAdd({ columns, onAdd, onAddAll, onSection, drag }: FieldsToAddProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const found = columns.filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
  return (
    <aside className={styles.left} aria-label={t('forms.toAdd')}>
      <div className={styles.paneHead}>
        <h2>{t('forms.toAdd')}</h2>
        <span className={styles.count}>{columns.length}</span>
      </div>
      <SearchField size="sm" label={t('forms.findField')} value={text} onChange={setText} />
      <div className={styles.scroll}>
        {columns.length === 0 && <p className={styles.quiet}>{t('forms.allAdded')}</p>}
        {columns.length > 0 && found.length === 0 && <p className={styles.quiet}>{t('forms.noField')}</p>}
        <ul className={styles.addable}>
          {found.map((column) => (
            <li key={column.id}>
              <button
                type="button"
                title={column.title}
                aria-label={t('forms.add', { field: column.title })}
                onClick={() => onAdd(column)}
                onPointerDown={(event) => drag.start(event, { id: column.id, isNew: true })}
              >
                {column.link === undefined ? (
                  <TypeIcon uiType={column.column.uiType} />
                ) : (
                  <Icon name="link" size={14} />
                )}
                <span dir="auto">{column.title}</span>
                {column.needed && (
                  <span className={styles.needed} title={t('forms.needed')}>
                    *
                  </span>
                )}
                <Icon name="grip" size={14} />
              </button>
            </li>
          ))}
        </ul>
        {columns.filter(({ many }) => !many).length > 1 && wanted === '' && (
          <Button kind="quiet" icon="plus" className={styles.addAll} onClick={onAddAll}>
            {t('forms.addAll')}
          </Button>
        )}
      </div>
      <h2 className={styles.blocks}>{t('forms.blocks')}</h2>
      <ul className={styles.addable}>
        <li>
          <button
            type="button"
            aria-label={t('forms.addSection')}
            onClick={onSection}
            onPointerDown={(event) => drag.start(event, { id: '', isNew: true })}
          >
            <Icon name="group" size={14} />
            <span>{t('forms.section')}</span>
            <Icon name="grip" size={14} />
          </button>
        </li>
      </ul>
      <p className={styles.foot}>{t('forms.notListed')}</p>
    </aside>
  )
}
