import type { ProjectListEntry } from '@common/operations/projects'
import { client, sentenceOf } from '@renderer/api'
import { useVariables } from '@renderer/features/api-client'
import { ClientMain, ClientRail, RunFrame } from '@renderer/features/clients'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, saveFile, TabPage } from '@renderer/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CallBar, runOrSend } from './CallBar'
import { CallLog } from './CallLog'
import { loadSchema, useClientState } from './client-state'
import styles from './grpc-client.module.css'
import { HistoryRail } from './HistoryRail'
import { MessagePanes } from './MessagePanes'
import { ServiceRail } from './ServiceRail'

export interface GrpcClientProps {
  readonly project: Pick<ProjectListEntry, 'id' | 'projectType'>
  /** Title of a table, for the first message. */
  readonly table: string | undefined
}

type RailPart = 'services' | 'history'

/** The gRPC client of a project: services, message, and the log of the call. */
export function GrpcClient({ project, table }: GrpcClientProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const isServed = project.projectType === 'grpc'
  const state = useClientState(projectId, isServed ? '{{grpcAddress}}' : '')
  const { names: known } = useVariables(projectId)
  const variables = useMemo(() => (isServed ? [...known, 'grpcAddress'] : known), [known, isServed])
  const [part, setPart] = useState<RailPart>('services')
  const isUnknown = state.schema === undefined && state.schemaFailure === undefined && !state.isLoading
  const first = useRef({ isUnknown, table })
  useEffect(() => {
    if (first.current.isUnknown) void loadSchema(projectId, first.current.table)
  }, [projectId])
  return (
    <TabPage label={t('tabs.kinds.grpcClient')}>
      <RunFrame onRun={() => runOrSend(projectId, state)}>
        <ClientRail<RailPart>
          label={t(`grpcClient.${part}`)}
          partsLabel={t('grpcClient.railParts')}
          part={part}
          parts={[
            { value: 'services', label: t('grpcClient.services') },
            { value: 'history', label: t('grpcClient.history') },
          ]}
          onPart={setPart}
        >
          {part === 'services' ? (
            <ServiceRail projectId={projectId} state={state} table={table} />
          ) : (
            <HistoryRail projectId={projectId} />
          )}
        </ClientRail>
        <ClientMain>
          <CallBar projectId={projectId} state={state} variables={variables}>
            {isServed && (
              <Button size="md" icon="download" onClick={() => void saveProtoFiles(projectId)}>
                {t('grpcClient.saveFiles')}
              </Button>
            )}
          </CallBar>
          <div className={styles.split}>
            <section className={styles.request} aria-label={t('grpcClient.request')}>
              <MessagePanes projectId={projectId} state={state} variables={variables} />
            </section>
            <section className={styles.response} aria-label={t('grpcClient.response')}>
              <CallLog state={state} />
            </section>
          </div>
        </ClientMain>
      </RunFrame>
    </TabPage>
  )
}

/** Saves the .proto files of the project's own service. */
async function saveProtoFiles(projectId: string): Promise<void> {
  try {
    const { files } = await client.call('grpcProtoRead', {}, { projectId, silent: true })
    for (const { name, text } of files) saveFile(new Blob([text], { type: 'text/plain' }), name)
  } catch (error) {
    toast.error(sentenceOf(error))
  }
}
