import { bodyKinds, type RequestBody, type RequestMethod } from '@common/api-client/request'
import { CodeText, jsonText, plainText } from '@renderer/features/code'
import { useTranslation } from '@renderer/i18n'
import { Button, Segments } from '@renderer/ui'
import styles from './api-client.module.css'
import type { CompletionSource } from './completions'
import { EntryTable } from './EntryTable'
import { formattedJson } from './json-text'

export interface BodyPaneProps {
  readonly method: RequestMethod
  readonly body: RequestBody
  readonly source: CompletionSource
  readonly onChange: (body: RequestBody) => void
}

/** Returns the body in another kind, with its text where both have one. */
function inKind(body: RequestBody, kind: RequestBody['kind']): RequestBody {
  const text = 'text' in body ? body.text : ''
  if (kind === 'none') return { kind }
  return kind === 'form' ? { kind, fields: [] } : { kind, text }
}

/** The body of the request, and its kind. */
export function BodyPane({ method, body, source, onChange }: BodyPaneProps) {
  const { t } = useTranslation()
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const pretty = body.kind === 'json' ? formattedJson(body.text) : undefined
  return (
    <div className={styles.form}>
      <div className={styles.formLine}>
        <Segments
          size="md"
          label={t('apiClient.body.label')}
          value={body.kind}
          options={bodyKinds.map((value) => ({ value, label: t(`apiClient.body.kinds.${value}`) }))}
          onChange={(kind) => onChange(inKind(body, kind))}
        />
        {body.kind === 'json' && (
          <Button
            kind="quiet"
            disabledReason={pretty === undefined ? t('apiClient.body.notJson') : undefined}
            onClick={() => pretty !== undefined && onChange({ kind: 'json', text: pretty })}
          >
            {t('apiClient.body.format')}
          </Button>
        )}
      </div>
      {!hasBody && <p className={styles.hint}>{t('apiClient.body.none', { method })}</p>}
      {hasBody && body.kind === 'form' && (
        <EntryTable
          label={t('apiClient.body.fields')}
          entries={body.fields}
          names={source}
          values={source}
          onChange={(fields) => onChange({ ...body, fields })}
        />
      )}
      {hasBody && (body.kind === 'json' || body.kind === 'text') && (
        <div className={styles.bodyText}>
          <CodeText
            key={body.kind}
            label={t('apiClient.body.text')}
            language={body.kind === 'json' ? jsonText : plainText}
            value={body.text}
            onChange={(text) => onChange({ ...body, text })}
          />
        </div>
      )}
    </div>
  )
}
