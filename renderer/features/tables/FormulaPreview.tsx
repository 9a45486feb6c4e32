import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import type { OperationOutput } from '@common/operations'
import { CellView, TypeIcon } from '@renderer/cells'
import { localeTag, readerZone, useTranslation } from '@renderer/i18n'
import { useState } from 'react'
import styles from './formula.module.css'

type Preview = OperationOutput<'formulaPreview'>

export interface FormulaPreviewProps {
  readonly preview: Preview | undefined
  /** True while the result is loading. */
  readonly isComing: boolean
  /** The reason why a valid formula has no result. */
  readonly failure: string | undefined
}

const rowsShown = 3

/** The results of a formula in the first records, and their type. Shows the last result while a new one loads. */
export function FormulaPreview({ preview, isComing, failure }: FormulaPreviewProps) {
  const { t } = useTranslation()
  const [last, setLast] = useState(preview)
  if (preview !== undefined && preview !== last) setLast(preview)
  const shown = preview ?? (isComing ? last : undefined)
  return (
    <div>
      <div className={styles.labelLine}>
        <span className={styles.previewLabel}>{t('formula.editor.preview')}</span>
        {shown && (
          <span className={styles.hint} data-result>
            <TypeIcon uiType={shown.uiType} />
            {t(`columnTypes.${shown.uiType}.name`)}
          </span>
        )}
      </div>
      <div className={styles.preview} aria-busy={isComing && preview === undefined}>
        {shown === undefined || shown.rows.length === 0 ? (
          <p className={styles.waiting}>
            {shown
              ? t('formula.editor.noRows')
              : (failure ?? (isComing ? t('formula.editor.checking') : t('formula.editor.waiting')))}
          </p>
        ) : (
          <Rows preview={shown} />
        )}
      </div>
    </div>
  )
}

function Rows({ preview: { rows, uiType, options } }: { readonly preview: Preview }) {
  const column = { ...blankColumn, uiType, options }
  const reader = { locale: localeTag(), timeZone: readerZone() }
  return (
    <table>
      <tbody>
        {rows.slice(0, rowsShown).map(({ record, value }, at) => {
          const sure = typeof value === 'number' ? Number(value.toPrecision(15)) : value
          return (
            <tr key={at}>
              <th scope="row">{record}</th>
              <td>
                <CellView value={sure} text={columnType(uiType).format(sure, column, reader)} column={column} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
