import type { ApiDocument, ApiOperation } from '@common/openapi'
import { HistoryRail, ResponsePane } from '@renderer/features/api-client'
import { ClientMain, ClientRail, RunFrame } from '@renderer/features/clients'
import { useTranslation } from '@renderer/i18n'
import { useApiClientSwagger } from '@renderer/stores'
import { Button, EmptyState, ErrorState, Skeleton, TabBar, TabMiddle, TabPage } from '@renderer/ui'
import { useState } from 'react'
import { chooseOperation, draftIn, openEntry, sendOperation, useClientState, type ClientState } from './client-state'
import { documentFormats } from './document-file'
import { OperationPane } from './OperationPane'
import { OperationRail } from './OperationRail'
import { missingNames } from './request'
import { SaveDocumentButton } from './SaveDocumentButton'
import { SchemaPage } from './SchemaPage'
import { SchemaRail } from './SchemaRail'
import styles from './swagger-client.module.css'
import { useDocument } from './use-document'

const railParts = ['operations', 'schemas', 'history'] as const
type RailPart = (typeof railParts)[number]

/** The Swagger client of a project: the operations of its OpenAPI document, each to read and to try out. */
export function SwaggerClient({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const { document, error, isLoading, reload } = useDocument(projectId)
  return (
    <TabPage label={t('tabs.kinds.swaggerClient')}>
      <TabBar
        end={
          <>
            {documentFormats.map((format) => (
              <SaveDocumentButton
                key={format}
                projectId={projectId}
                format={format}
                label={t(`swaggerClient.save.${format}`)}
              />
            ))}
            <Button icon="reload" loading={isLoading} onClick={reload}>
              {t('swaggerClient.reload')}
            </Button>
          </>
        }
      >
        <h2 className={styles.title}>
          {document === undefined ? (
            t('tabs.kinds.swaggerClient')
          ) : (
            <>
              <bdi translate="no">{document.title}</bdi>{' '}
              <small>{t('swaggerClient.version', { version: document.version })}</small>
            </>
          )}
        </h2>
      </TabBar>
      {document !== undefined ? (
        <Document projectId={projectId} document={document} />
      ) : error === undefined ? (
        <div className={styles.loading} aria-hidden="true">
          <Skeleton height={180} />
        </div>
      ) : (
        <TabMiddle>
          <ErrorState title={t('swaggerClient.failed')} text={error} retrying={isLoading} onRetry={reload} />
        </TabMiddle>
      )}
    </TabPage>
  )
}

interface DocumentProps {
  readonly projectId: string
  readonly document: ApiDocument
}

/** Returns the chosen operation, or the first one if none is chosen. */
function chosenIn({ groups }: ApiDocument, { operation }: ClientState): ApiOperation | undefined {
  const all = groups.flatMap(({ operations }) => operations)
  return operation === undefined ? all[0] : all.find(({ key }) => key === operation)
}

function Document({ projectId, document }: DocumentProps) {
  const { t } = useTranslation()
  const state = useClientState(projectId)
  const [part, setPart] = useState<RailPart>('operations')
  /** Name of the schema that is shown instead of an operation. */
  const [schema, setSchema] = useState<string>()
  const operation = chosenIn(document, state)
  const draft = operation && draftIn(state, document, operation)
  const sendNow = (): void => {
    if (operation !== undefined && draft !== undefined && missingNames(operation, draft).length === 0)
      void sendOperation(projectId, draft)
  }
  const openSchema = (name: string): void => {
    setSchema(name)
    setPart('schemas')
  }
  const shownSchema = part === 'schemas' && schema !== undefined ? document.schemas[schema] : undefined
  return (
    <RunFrame onRun={shownSchema === undefined ? sendNow : () => {}}>
      <ClientRail<RailPart>
        label={t(`swaggerClient.${part}`)}
        partsLabel={t('swaggerClient.railParts')}
        part={part}
        parts={railParts.map((value) => ({ value, label: t(`swaggerClient.${value}`) }))}
        onPart={setPart}
      >
        {part === 'operations' && (
          <OperationRail
            document={document}
            chosen={operation?.key}
            onChoose={(each) => chooseOperation(projectId, draftIn(state, document, each))}
          />
        )}
        {part === 'schemas' && <SchemaRail document={document} chosen={schema} onChoose={setSchema} />}
        {part === 'history' && (
          <HistoryRail
            useStore={useApiClientSwagger}
            projectId={projectId}
            entryId={state.entryId}
            onOpen={(entry) => openEntry(projectId, entry)}
          />
        )}
      </ClientRail>
      {schema !== undefined && shownSchema !== undefined ? (
        <SchemaPage document={document} name={schema} schema={shownSchema} onOpen={openSchema} />
      ) : operation === undefined || draft === undefined ? (
        <div className={styles.middle}>
          <EmptyState
            title={t(document.groups.length === 0 ? 'swaggerClient.noOperations' : 'swaggerClient.goneTitle')}
            text={t(document.groups.length === 0 ? 'swaggerClient.noOperationsText' : 'swaggerClient.goneText')}
          />
        </div>
      ) : (
        <ClientMain>
          <OperationPane
            projectId={projectId}
            document={document}
            operation={operation}
            draft={draft}
            isRunning={state.running !== undefined}
            onSend={sendNow}
            onOpenSchema={openSchema}
          />
          <section className={styles.response} aria-label={t('apiClient.response.label')}>
            <ResponsePane state={state} emptyText={t('swaggerClient.noResponse')} onRetry={sendNow} />
          </section>
        </ClientMain>
      )}
    </RunFrame>
  )
}
