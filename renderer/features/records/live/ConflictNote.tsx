import { shortName } from '@common/util/short-name'
import { useTranslation } from '@renderer/i18n'
import { useUsers } from '@renderer/stores'
import { Button, Icon } from '@renderer/ui'
import { useEffect, useReducer, useState } from 'react'
import type { CellPosition, DataGridColumn } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import styles from '../frame/grid.module.css'
import { jsonValue } from '../rows/row-key'

export interface ConflictNoteProps {
  readonly model: GridModel
  readonly cell: CellPosition
  readonly column: DataGridColumn
  /** Closes the editor without writing. */
  readonly onTake: () => void
  /** Called when the user continues to type. */
  readonly onKeep: () => void
}

/** Note under a cell editor after another client changed that cell. */
export function ConflictNote({ model, cell, column, onTake, onKeep }: ConflictNoteProps) {
  const { t } = useTranslation()
  const ownEmail = useUsers(({ user }) => user?.email)
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => model.subscribe(look), [model])
  const now = JSON.stringify(jsonValue(model.valueAt(cell.row, column.column) ?? null))
  const [known, setKnown] = useState(now)
  if (now === known) return null
  const by = model.changed.by(model.keyAt(cell.row))
  const sentence =
    by === undefined
      ? t('grid.conflict.somebody')
      : by === ownEmail
        ? t('grid.conflict.self')
        : t('grid.conflict.person', { person: shortName(by) })
  const value = model.textOf(model.valueAt(cell.row, column.column) ?? null, column.column)
  return (
    <div className={styles.conflict} role="alert">
      <p>
        <Icon name="warning" size={14} />
        <span>
          <span>{sentence}</span>{' '}
          <span>{value === '' ? t('grid.conflict.empty') : t('grid.conflict.value', { value })}</span>
        </span>
      </p>
      <div>
        <Button
          kind="quiet"
          onClick={() => {
            setKnown(now)
            onKeep()
          }}
        >
          {t('grid.conflict.keep')}
        </Button>
        <Button kind="quiet" onClick={onTake}>
          {t('grid.conflict.take')}
        </Button>
      </div>
    </div>
  )
}
