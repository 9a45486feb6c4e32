import type { ApiResponse } from '@common/api-client/request'
import { useTranslation } from '@renderer/i18n'
import { Note } from '@renderer/ui'
import styles from './api-client.module.css'

/** Records in the preview. The body below has all of them. */
const previewMax = 200

export interface ResponsePreviewProps {
  readonly response: ApiResponse
  readonly type: string
  readonly records: readonly Readonly<Record<string, unknown>>[] | undefined
}

/** A picture, a page without scripts, or records as a table. */
export function ResponsePreview({ response, type, records }: ResponsePreviewProps) {
  const { t } = useTranslation()
  if (response.isBase64)
    return (
      <div className={styles.picture}>
        <img src={`data:${type.split(';')[0] ?? ''};base64,${response.body}`} alt={t('apiClient.response.picture')} />
      </div>
    )
  if (records === undefined)
    return (
      <iframe
        className={styles.frame}
        sandbox=""
        srcDoc={response.body}
        title={t('apiClient.response.page')}
        referrerPolicy="no-referrer"
      />
    )
  const names = [...new Set(records.slice(0, previewMax).flatMap((record) => Object.keys(record)))]
  return (
    <>
      {records.length > previewMax && (
        <Note icon="info" text={t('apiClient.previewMax', { shown: previewMax, count: records.length })} />
      )}
      <table className={styles.preview} aria-label={t('apiClient.response.preview')}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.slice(0, previewMax).map((record, at) => (
            // Records of another server have no key that we know.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {names.map((name) => (
                <td key={name}>
                  <bdi>{shown(record[name])}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
