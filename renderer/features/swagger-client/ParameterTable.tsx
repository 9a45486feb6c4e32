import type { RequestEntry } from '@common/api-client/request'
import type { ApiDocument, ApiGroup, ApiOperation, ApiParameter } from '@common/openapi'
import { TemplateField } from '@renderer/features/api-client'
import { useTranslation } from '@renderer/i18n'
import type { SwaggerDraft } from '@renderer/stores'
import { Checkbox, RequiredMark } from '@renderer/ui'
import { Description } from './Description'
import { completionsOf } from './request'
import styles from './swagger-client.module.css'

export interface ParameterTableProps {
  readonly document: ApiDocument
  readonly group: ApiGroup | undefined
  readonly operation: ApiOperation
  readonly draft: SwaggerDraft
  readonly variables: readonly string[]
  readonly onChange: (draft: SwaggerDraft) => void
}

interface GivenValue {
  readonly value: string
  readonly isSent: boolean
}

/** The parameters of an operation with their values. Optional ones are sent if they are ticked. */
export function ParameterTable(props: ParameterTableProps) {
  const { document, group, operation, draft, variables, onChange } = props
  const { t } = useTranslation()
  if (operation.parameters.length === 0) return <p className={styles.hint}>{t('swaggerClient.noParameters')}</p>
  return (
    <table className={styles.parameters} aria-label={t('swaggerClient.parameters')}>
      <thead>
        <tr>
          <th scope="col">
            <span className="hidden-text">{t('apiClient.sent')}</span>
          </th>
          <th scope="col">{t('apiClient.name')}</th>
          <th scope="col">{t('apiClient.value')}</th>
          <th scope="col">{t('swaggerClient.description')}</th>
        </tr>
      </thead>
      <tbody>
        {operation.parameters.map((parameter) => {
          const { name, place, type, isRequired, description } = parameter
          const { value, isSent } = valueOf(draft, parameter)
          const edit = (given: GivenValue): void => onChange(withValue(draft, parameter, given))
          return (
            <tr key={`${place} ${name}`}>
              <td>
                {!isRequired && (
                  <Checkbox
                    aria-label={t('apiClient.sendEntry', { name })}
                    checked={isSent}
                    onChange={(checked) => edit({ value, isSent: checked })}
                  />
                )}
              </td>
              <th scope="row">
                <bdi translate="no">{name}</bdi>
                {isRequired && <RequiredMark />}
                <small translate="no">
                  <bdi dir="ltr">{place === 'query' ? type : `${type} · ${place}`}</bdi>
                </small>
              </th>
              <td>
                <TemplateField
                  framed
                  label={t('apiClient.valueOf', { name })}
                  value={value}
                  source={{ variables, ...completionsOf(document, group, parameter) }}
                  isOff={!isSent}
                  onChange={(text) => edit({ value: text, isSent: isRequired || text !== '' })}
                />
              </td>
              <td>
                <Description text={description} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function valueOf({ request, inPath }: SwaggerDraft, { name, place }: ApiParameter): GivenValue {
  if (place === 'path') return { value: inPath[name] ?? '', isSent: true }
  const entry = (place === 'query' ? request.params : request.headers).find((each) => each.name === name)
  return { value: entry?.value ?? '', isSent: entry?.enabled ?? false }
}

function withValue(draft: SwaggerDraft, { name, place }: ApiParameter, { value, isSent }: GivenValue): SwaggerDraft {
  if (place === 'path') return { ...draft, inPath: { ...draft.inPath, [name]: value } }
  const changed = (entries: readonly RequestEntry[]): RequestEntry[] =>
    entries.map((entry) => (entry.name === name ? { ...entry, value, enabled: isSent } : entry))
  const { request } = draft
  return {
    ...draft,
    request:
      place === 'query'
        ? { ...request, params: changed(request.params) }
        : { ...request, headers: changed(request.headers) },
  }
}
