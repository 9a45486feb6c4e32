import { requestMethods, type ApiRequest, type RequestMethod } from '@common/api-client/request'
import { useTranslation } from '@renderer/i18n'
import { Button, Select } from '@renderer/ui'
import type { ReactNode } from 'react'
import styles from './api-client.module.css'
import { cancelRequest, editRequest, sendRequest } from './client-state'
import type { CompletionSource } from './completions'
import { TemplateField } from './TemplateField'

export interface RequestBarProps {
  readonly projectId: string
  readonly request: ApiRequest
  readonly isRunning: boolean
  readonly source: CompletionSource
  /** Buttons after Send. */
  readonly children?: ReactNode
}

const methodOptions = requestMethods.map((value) => ({ value, label: value as string }))

/** Method, address, and the button that sends the request. */
export function RequestBar({ projectId, request, isRunning, source, children }: RequestBarProps) {
  const { t } = useTranslation()
  const send = (): void => void sendRequest(projectId)
  return (
    <div className={styles.bar}>
      <div className={styles.method} data-method={request.method}>
        <Select<RequestMethod>
          aria-label={t('apiClient.method')}
          value={request.method}
          options={methodOptions}
          isUntranslated
          onChange={(method) => editRequest(projectId, { method })}
        />
      </div>
      <TemplateField
        framed
        label={t('apiClient.url')}
        placeholder={t('apiClient.urlPlaceholder')}
        value={request.url}
        source={source}
        onChange={(url) => editRequest(projectId, { url })}
        onEnter={send}
      />
      {isRunning ? (
        <Button size="md" icon="stop" onClick={() => cancelRequest(projectId)}>
          {t('apiClient.cancel')}
        </Button>
      ) : (
        <Button
          kind="main"
          size="md"
          icon="send"
          disabledReason={request.url.trim() === '' ? t('apiClient.noUrl') : undefined}
          onClick={send}
        >
          {t('apiClient.send')}
        </Button>
      )}
      {children}
    </div>
  )
}
