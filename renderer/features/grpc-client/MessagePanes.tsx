import { rpcLimits, shortNameOf } from '@common/rpc/schema'
import { EntryTable } from '@renderer/features/api-client'
import { Panes } from '@renderer/features/clients'
import { useTranslation } from '@renderer/i18n'
import { Badge, Button, Chip, EmptyState, TextField } from '@renderer/ui'
import { useState } from 'react'
import { editDraft, editMessage, messageText, methodOf, resetMessage, type ClientState } from './client-state'
import styles from './grpc-client.module.css'
import { CertificateFields } from './CertificateFields'
import { MessageEditor } from './MessageEditor'
import { kindOf } from './ServiceRail'

const panes = ['message', 'metadata', 'options'] as const
type Pane = (typeof panes)[number]

export interface MessagePanesProps {
  readonly projectId: string
  readonly state: ClientState
  readonly variables: readonly string[]
}

/** The message, the metadata and the deadline of the call. */
export function MessagePanes({ projectId, state, variables }: MessagePanesProps) {
  const { t } = useTranslation()
  const [pane, setPane] = useState<Pane>('message')
  const method = methodOf(state)
  const { draft, schema } = state
  const count = draft.metadata.filter(({ enabled, name }) => enabled && name !== '').length
  return (
    <Panes<Pane>
      fill
      label={t('grpcClient.panes.label')}
      value={pane}
      parts={panes.map((value) => ({
        value,
        label: t(`grpcClient.panes.${value}`),
        badge: value === 'metadata' && count > 0 && <Badge>{count}</Badge>,
      }))}
      onChange={setPane}
      end={
        <>
          {method !== undefined && (
            <span className={styles.signature} dir="ltr" translate="no" title={`${method.input} → ${method.output}`}>
              {shortNameOf(method.input)} → {shortNameOf(method.output)}
            </span>
          )}
          {method !== undefined && <Chip>{t(`grpcClient.kinds.${kindOf(method)}`)}</Chip>}
          {pane === 'message' && method !== undefined && (
            <Button kind="quiet" onClick={() => resetMessage(projectId)}>
              {t('grpcClient.reset')}
            </Button>
          )}
        </>
      }
    >
      {pane === 'message' &&
        (method === undefined ? (
          <EmptyState title={t('grpcClient.chooseMethod')} text={t('grpcClient.chooseMethodText')} />
        ) : (
          <MessageEditor
            key={`${draft.service}/${draft.method}`}
            label={t('grpcClient.panes.message')}
            schema={schema}
            type={method.input}
            variables={variables}
            value={messageText(state)}
            onChange={(text) => editMessage(projectId, text)}
          />
        ))}
      {pane === 'metadata' && (
        <div className={styles.scroll}>
          <EntryTable
            label={t('grpcClient.panes.metadata')}
            entries={draft.metadata}
            names={{ variables, words: ['authorization', 'xc-auth', 'xc-token'] }}
            values={{ variables }}
            onChange={(metadata) => editDraft(projectId, { metadata })}
          />
          <p className={styles.hint}>{t('grpcClient.metadataHint')}</p>
        </div>
      )}
      {pane === 'options' && (
        <div className={styles.options}>
          <TextField
            label={t('grpcClient.deadline')}
            hint={t('grpcClient.deadlineHint')}
            inputMode="numeric"
            dir="ltr"
            value={draft.timeoutMs === null ? '' : String(draft.timeoutMs)}
            onChange={(text) => editDraft(projectId, { timeoutMs: millisecondsOf(text) })}
          />
          {draft.security !== 'plain' && (
            <CertificateFields
              given={draft.certificates}
              onChange={(certificates) => editDraft(projectId, { certificates })}
            />
          )}
        </div>
      )}
    </Panes>
  )
}

/** Returns a deadline within the limits; null for none. */
function millisecondsOf(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '')
  return digits === '' || Number(digits) === 0 ? null : Math.min(Number(digits), rpcLimits.callMs)
}
