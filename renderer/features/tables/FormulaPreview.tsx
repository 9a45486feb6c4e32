import { columnType } from '@common/columns/registry'
import { blankColumn } from '@common/columns/values/blank-column'
import type { OperationOutput } from '@common/operations'
import { CellView } from '@renderer/cells'
import { localeTag, readerZone, useTranslation } from '@renderer/i18n'
import styles from './formula.module.css'

export interface FormulaPreviewProps {
  readonly preview: OperationOutput<'formulaPreview'> | undefined
  /** Whether there is something that will be shown in a moment. */
  readonly isComing: boolean
}

const rowsShown = 3

/** What a formula comes to in the first records. Keeps its place while it waits. */
export function FormulaPreview({ preview, isComing }: FormulaPreviewProps) {
  const { t } = useTranslation()
  return (
    <div>
      <span className={styles.previewLabel}>{t('formula.editor.preview')}</span>
      <div className={styles.preview}>
        {preview === undefined || preview.rows.length === 0 ? (
          <p className={styles.waiting}>
            {preview
              ? t('formula.editor.noRows')
              : isComing
                ? t('formula.editor.checking')
                : t('formula.editor.waiting')}
          </p>
        ) : (
          <Rows preview={preview} />
        )}
      </div>
    </div>
  )
}

function Rows({ preview: { rows, uiType, options } }: { readonly preview: OperationOutput<'formulaPreview'> }) {
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
