import type { ApiDocument, ApiOperation } from '@common/openapi'
import { AuthPane, formattedJson, openRequest, useVariables } from '@renderer/features/api-client'
import { MethodName, Panes } from '@renderer/features/clients'
import { CodeText, jsonText } from '@renderer/features/code'
import { tabKindOf, tabOfKind, tabs } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import type { SwaggerDraft } from '@renderer/stores'
import { Badge, Button, copyText, IconButton, Table } from '@renderer/ui'
import { useState } from 'react'
import { cancelRequest, editDraft } from './client-state'
import { Description } from './Description'
import { ParameterTable } from './ParameterTable'
import { exampleBody, missingNames, requestOf } from './request'
import { SchemaTable, TypeName } from './SchemaTable'
import styles from './swagger-client.module.css'

export interface OperationPaneProps {
  readonly projectId: string
  readonly document: ApiDocument
  readonly operation: ApiOperation
  readonly draft: SwaggerDraft
  readonly isRunning: boolean
  readonly onSend: () => void
  readonly onOpenSchema: (name: string) => void
}

type Part = 'parameters' | 'body' | 'auth' | 'answers'

/** An operation: what it does, its values to try it out, and what it answers. */
export function OperationPane(props: OperationPaneProps) {
  const { projectId, operation, draft, isRunning, onSend } = props
  const { t } = useTranslation()
  const missing = missingNames(operation, draft)
  const openInRest = (): void => {
    const kind = tabKindOf('API client')
    const { params, headers, ...request } = requestOf(projectId, draft)
    openRequest(projectId, {
      ...request,
      params: params.filter(({ enabled }) => enabled),
      headers: headers.filter(({ enabled }) => enabled),
    })
    if (kind !== undefined) tabs.open(tabOfKind(kind))
  }
  return (
    <section className={styles.request} aria-label={t('swaggerClient.operation')}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h3 className={styles.summary}>
            <bdi translate="no" lang="en">
              {operation.summary === '' ? operation.key : operation.summary}
            </bdi>
          </h3>
          <p className={styles.address} dir="ltr" translate="no">
            <MethodName method={operation.method} fitted />
            <code>{operation.path}</code>
            <IconButton
              icon="copy"
              size="xs"
              label={t('swaggerClient.copyPath')}
              onClick={() => void copyText(operation.path)}
            />
          </p>
        </div>
        <Button size="md" icon="code" onClick={openInRest}>
          {t('swaggerClient.openInRest')}
        </Button>
        {isRunning ? (
          <Button size="md" icon="stop" onClick={() => cancelRequest(projectId)}>
            {t('apiClient.cancel')}
          </Button>
        ) : (
          <Button
            kind="main"
            size="md"
            icon="send"
            disabledReason={missing.length > 0 ? t('swaggerClient.missing', { names: missing }) : undefined}
            onClick={onSend}
          >
            {t('swaggerClient.try')}
          </Button>
        )}
      </div>
      {operation.description !== '' && (
        <p className={styles.hint}>
          <Description text={operation.description} />
        </p>
      )}
      <OperationParts key={operation.key} {...props} />
    </section>
  )
}

function OperationParts({ projectId, document, operation, draft, onOpenSchema }: OperationPaneProps) {
  const { t } = useTranslation()
  const hasBody = operation.body !== undefined
  const parts: readonly Part[] = hasBody ? ['parameters', 'body', 'auth', 'answers'] : ['parameters', 'auth', 'answers']
  const [part, setPart] = useState<Part>(
    hasBody && !operation.parameters.some((each) => each.isRequired) ? 'body' : 'parameters',
  )
  const { names: variables } = useVariables(projectId)
  const group = document.groups.find(({ operations }) => operations.includes(operation))
  const edit = (next: SwaggerDraft): void => editDraft(projectId, next)
  const editParts = (changes: Partial<SwaggerDraft['request']>): void =>
    edit({ ...draft, request: { ...draft.request, ...changes } })
  return (
    <Panes<Part>
      label={t('swaggerClient.parts')}
      value={part}
      parts={parts.map((value) => ({
        value,
        label: t(`swaggerClient.panes.${value}`),
        badge: value === 'parameters' && operation.parameters.length > 0 && (
          <Badge>{operation.parameters.length}</Badge>
        ),
      }))}
      onChange={setPart}
    >
      {part === 'parameters' && (
        <ParameterTable
          document={document}
          group={group}
          operation={operation}
          draft={draft}
          variables={variables}
          onChange={edit}
        />
      )}
      {part === 'body' && (
        <BodyPart
          document={document}
          operation={operation}
          draft={draft}
          onChange={(body) => editParts({ body })}
          onOpenSchema={onOpenSchema}
        />
      )}
      {part === 'auth' && (
        <AuthPane auth={draft.request.auth} source={{ variables }} onChange={(auth) => editParts({ auth })} />
      )}
      {part === 'answers' && <Answers operation={operation} onOpenSchema={onOpenSchema} />}
    </Panes>
  )
}

interface BodyPartProps extends Pick<OperationPaneProps, 'document' | 'draft' | 'onOpenSchema' | 'operation'> {
  readonly onChange: (body: SwaggerDraft['request']['body']) => void
}

/** The body with an example to start from, above the properties that it may have. */
function BodyPart({ document, operation, draft, onChange, onOpenSchema }: BodyPartProps) {
  const { t } = useTranslation()
  const text = draft.request.body.kind === 'json' ? draft.request.body.text : ''
  const pretty = formattedJson(text)
  return (
    <div className={styles.body}>
      <div className={styles.bodyHead}>
        <Button kind="quiet" onClick={() => onChange(exampleBody(document, operation))}>
          {t('swaggerClient.useExample')}
        </Button>
        <Button
          kind="quiet"
          disabledReason={pretty === undefined ? t('apiClient.body.notJson') : undefined}
          onClick={() => pretty !== undefined && onChange({ kind: 'json', text: pretty })}
        >
          {t('apiClient.body.format')}
        </Button>
      </div>
      <div className={styles.bodyText}>
        <CodeText
          label={t('apiClient.body.text')}
          language={jsonText}
          value={text}
          onChange={(next) => onChange({ kind: 'json', text: next })}
        />
      </div>
      <SchemaTable document={document} schema={operation.body} onOpen={onOpenSchema} />
    </div>
  )
}

/** The responses that the document promises. */
function Answers({ operation, onOpenSchema }: Pick<OperationPaneProps, 'operation' | 'onOpenSchema'>) {
  const { t } = useTranslation()
  return (
    <Table label={t('swaggerClient.panes.answers')} dense>
      <thead>
        <tr>
          <th scope="col">{t('swaggerClient.status')}</th>
          <th scope="col">{t('swaggerClient.type')}</th>
          <th scope="col">{t('swaggerClient.description')}</th>
        </tr>
      </thead>
      <tbody>
        {operation.answers.map(({ status, description, schema }) => (
          <tr key={status}>
            <th scope="row">
              <bdi translate="no">{status}</bdi>
            </th>
            <td>{schema !== undefined && <TypeName schema={schema} onOpen={onOpenSchema} />}</td>
            <td>
              <Description text={description} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
