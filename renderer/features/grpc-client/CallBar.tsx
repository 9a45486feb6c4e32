import { TemplateField } from '@renderer/features/api-client'
import { sentenceOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Select } from '@renderer/ui'
import type { ReactNode } from 'react'
import { editDraft, endCall, loadSchema, methodOf, sendMessage, startCall, type ClientState } from './client-state'
import styles from './grpc-client.module.css'
import { securities, type Security } from './stored'

export interface CallBarProps {
  readonly projectId: string
  readonly state: ClientState
  readonly variables: readonly string[]
  /** Further buttons. */
  readonly children?: ReactNode
}

/** Sends the next message of an open stream, or starts the call. */
export function runOrSend(projectId: string, state: ClientState): void {
  if (state.call?.isOpen === true && state.call.id !== undefined)
    sendMessage(projectId).catch((error: unknown) => toast.error(sentenceOf(error)))
  else if (state.call?.isRunning !== true) void startCall(projectId)
}

/** Address, encryption, and the buttons of the call. */
export function CallBar({ projectId, state, variables, children }: CallBarProps) {
  const { t } = useTranslation()
  const { draft, call } = state
  const load = (): void => void loadSchema(projectId)
  return (
    <div className={styles.bar}>
      <div className={styles.address}>
        <TemplateField
          framed
          label={t('grpcClient.address')}
          placeholder={t('grpcClient.addressExample')}
          value={draft.address}
          source={{ variables }}
          onChange={(address) => editDraft(projectId, { address })}
          onEnter={load}
        />
      </div>
      <div className={styles.security}>
        <Select<Security>
          aria-label={t('grpcClient.security')}
          value={draft.security}
          options={securities.map((value) => ({ value, label: t(`grpcClient.securities.${value}`) }))}
          listWidth={220}
          onChange={(security) => editDraft(projectId, { security })}
        />
      </div>
      {call?.isRunning === true ? (
        <>
          {call.method.isClientStream && (
            <>
              <Button
                kind="main"
                size="md"
                icon="send"
                disabled={!call.isOpen}
                onClick={() => runOrSend(projectId, state)}
              >
                {t('grpcClient.sendMessage')}
              </Button>
              <Button size="md" disabled={!call.isOpen} onClick={() => void endCall(projectId, 'finish')}>
                {t('grpcClient.finish')}
              </Button>
            </>
          )}
          <Button size="md" icon="stop" onClick={() => void endCall(projectId, 'cancel')}>
            {t('grpcClient.cancel')}
          </Button>
        </>
      ) : (
        <Button
          kind="main"
          size="md"
          icon="play"
          disabledReason={methodOf(state) === undefined ? t('grpcClient.chooseMethod') : undefined}
          onClick={() => runOrSend(projectId, state)}
        >
          {t('grpcClient.call')}
        </Button>
      )}
      {children}
    </div>
  )
}
