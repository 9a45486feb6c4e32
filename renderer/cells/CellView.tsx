import type { CellDisplay, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import { ratingMaxDefault } from '@common/columns/types/rating'
import { filesOf, fileTitles } from '@common/columns/values/files'
import type { Column } from '@common/model'
import { Fragment, type ReactNode } from 'react'
import { Avatar } from './Avatar'
import { bareJson, isTrue } from './draw'
import { recordLabels } from './draw-records'
import { buttonLabel } from './draw-objects'
import { Chip } from './editors/SelectEditor'
import { FileStamp } from './FileStamp'
import { iconPaths } from './icon-paths'
import { chipTitles, optionColor } from './options'
import { PathIcon } from './PathIcon'
import { ratingShape } from './rating-shapes'
import styles from './cells.module.css'

export interface CellViewProps {
  readonly value: StoredValue
  /** The value as people read it. */
  readonly text: string
  readonly column: Column
  /** How it is drawn, where that is not by its type: names of linked records, lists of computed values. */
  readonly display?: CellDisplay
}

/** A value as the grid draws it, as a part of the page. */
export function CellView(props: CellViewProps) {
  const { display: own, align } = columnType(props.column.uiType)
  const display = props.display ?? own
  return (
    <span className={styles.view} data-align={align}>
      {views[display]?.(props) ?? <span className={styles.text}>{props.text}</span>}
    </span>
  )
}

const views: Partial<Record<CellDisplay, (props: CellViewProps) => ReactNode>> = {
  checkbox: ({ value }) => isTrue(value) && <PathIcon className={styles.tick} path={iconPaths.check} size={16} />,
  rating: ({ value, column }) =>
    value !== null && (
      <span className={styles.stars}>
        {Array.from({ length: column.options.max ?? ratingMaxDefault }, (_, at) => (
          <svg key={at} width="12" height="12" viewBox="0 0 24 24" data-set={at < Number(value)} aria-hidden="true">
            <path d={ratingShape(column)} fill="currentColor" />
          </svg>
        ))}
      </span>
    ),
  chips: ({ value, column }) =>
    chipTitles(value, column).map((title) => (
      <Chip key={title} option={{ title, color: optionColor(title, column) }} />
    )),
  percent: ({ value, text, column }) =>
    column.options.bar === true && value !== null ? (
      <span className={styles.percent}>
        {text}
        <span className={styles.bar}>
          <span style={{ width: `${Math.max(0, Math.min(100, Number(value)))}%` }} />
        </span>
      </span>
    ) : undefined,
  person: ({ text }) =>
    text !== '' && (
      <>
        <Avatar name={text} />
        <span className={styles.text}>{text}</span>
      </>
    ),
  files: ({ value }) =>
    typeof value === 'string' &&
    (filesOf(value) ?? fileTitles(value)?.map((title) => ({ title, url: '' })))?.map((file, at) => (
      <Fragment key={at}>
        <FileStamp file={file} side={20} />
        <span className={styles.text}>{file.title}</span>{' '}
      </Fragment>
    )),
  json: ({ text }) => <span className={`${styles.text} ${styles.code}`}>{bareJson(text)}</span>,
  code: ({ text }) => <span className={`${styles.text} ${styles.code}`}>{text}</span>,
  records: ({ value }) =>
    recordLabels(value).labels.map((label, at) => (
      <span key={at} className={styles.record}>
        {label}
      </span>
    )),
  button: ({ column }) => <span className={styles.button}>{buttonLabel(column)}</span>,
}
