import { rpcLimits, shortNameOf, type RpcMethod, type RpcService } from '@common/rpc/schema'
import { RailList, RailSearch } from '@renderer/features/clients'
import { sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, EmptyState, ErrorBanner, IconButton, Skeleton } from '@renderer/ui'
import { useRef, useState, type ChangeEvent } from 'react'
import { chooseMethod, editDraft, loadSchema, type ClientState } from './client-state'
import styles from './grpc-client.module.css'

export interface ServiceRailProps {
  readonly projectId: string
  readonly state: ClientState
  /** Title of a table, for messages that name one. */
  readonly table: string | undefined
}

/** The services with their methods, and where they come from. */
export function ServiceRail({ projectId, state, table }: ServiceRailProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { schema, schemaFailure, isLoading, draft } = state
  const wanted = search.trim().toLowerCase()
  const shown = (schema?.services ?? []).flatMap((service) => {
    const isNamed = service.name.toLowerCase().includes(wanted)
    const methods = isNamed
      ? service.methods
      : service.methods.filter(({ name }) => name.toLowerCase().includes(wanted))
    return isNamed || methods.length > 0 ? [{ ...service, methods }] : []
  })
  const count = (schema?.services ?? []).reduce((sum, { methods }) => sum + methods.length, 0)
  return (
    <>
      <SourceHead projectId={projectId} state={state} />
      {count > 8 && <RailSearch label={t('grpcClient.findMethod')} value={search} onChange={setSearch} />}
      <RailList>
        {isLoading && schema === undefined && <Skeleton height={120} />}
        {schemaFailure !== undefined && (
          <ErrorBanner title={t('grpcClient.servicesFailed')} text={sentenceText(schemaFailure)} />
        )}
        {!isLoading && schema === undefined && schemaFailure === undefined && (
          <EmptyState
            title={t('grpcClient.noServices')}
            text={t(draft.address.trim() === '' ? 'grpcClient.enterAddress' : 'grpcClient.loadThem')}
          />
        )}
        {schema !== undefined && shown.length === 0 && (
          <EmptyState title={t(count === 0 ? 'grpcClient.noServices' : 'grpcClient.nothingFound')} />
        )}
        {shown.map((service) => (
          <ServiceMethods
            key={service.name}
            service={service}
            isChosen={(method) => draft.service === service.name && draft.method === method.name}
            onChoose={({ name }) => chooseMethod(projectId, service.name, name, table)}
          />
        ))}
      </RailList>
    </>
  )
}

interface ServiceMethodsProps {
  readonly service: RpcService
  readonly isChosen: (method: RpcMethod) => boolean
  readonly onChoose: (method: RpcMethod) => void
}

function ServiceMethods({ service, isChosen, onChoose }: ServiceMethodsProps) {
  const { t } = useTranslation()
  const short = shortNameOf(service.name)
  return (
    <details open className={styles.service}>
      <summary title={service.note ?? service.name}>
        <bdi translate="no">{short}</bdi>
        <small translate="no">{service.name.slice(0, -short.length - 1)}</small>
      </summary>
      <ul aria-label={service.name}>
        {service.methods.map((method) => (
          <li key={method.name}>
            <button
              type="button"
              className={styles.method}
              aria-current={isChosen(method) || undefined}
              title={method.note}
              onClick={() => onChoose(method)}
            >
              <bdi translate="no">{method.name}</bdi>
              {kindOf(method) !== 'unary' && <small>{t(`grpcClient.kinds.${kindOf(method)}`)}</small>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Returns which side streams. */
export function kindOf({ isClientStream, isServerStream }: RpcMethod): 'unary' | 'client' | 'server' | 'both' {
  if (isClientStream) return isServerStream ? 'both' : 'client'
  return isServerStream ? 'server' : 'unary'
}

/** Reload, and the .proto files instead of reflection. */
function SourceHead({ projectId, state }: Pick<ServiceRailProps, 'projectId' | 'state'>) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { files } = state.draft
  const replace = (next: typeof files): void => {
    editDraft(projectId, { files: next })
    void loadSchema(projectId)
  }
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const given = [...(currentTarget.files ?? [])]
    const added = await Promise.all(given.map(async (file) => ({ name: file.name, text: await file.text() })))
    currentTarget.value = ''
    const next = [...files.filter(({ name }) => !added.some((file) => file.name === name)), ...added]
    const size = next.reduce((sum, { text }) => sum + text.length, 0)
    if (next.length > rpcLimits.files || size > rpcLimits.filesCharacters)
      toast.error(sentence('grpcClient.filesTooLarge'))
    else replace(next)
  }
  return (
    <div className={styles.source}>
      <div className={styles.sourceHead}>
        <span>
          {files.length === 0 ? t('grpcClient.reflection') : t('grpcClient.fromFiles', { count: files.length })}
        </span>
        <IconButton icon="plus" size="xs" label={t('grpcClient.addFiles')} onClick={() => input.current?.click()} />
        <IconButton
          icon="reload"
          size="xs"
          label={t('grpcClient.reload')}
          disabled={state.isLoading || state.draft.address.trim() === ''}
          onClick={() => void loadSchema(projectId)}
        />
        <input
          ref={input}
          type="file"
          accept=".proto"
          multiple
          hidden
          aria-label={t('grpcClient.addFiles')}
          onChange={(event) => void take(event)}
        />
      </div>
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('grpcClient.files')}>
          {files.map(({ name }) => (
            <li key={name}>
              <bdi translate="no">{name}</bdi>
              <IconButton
                icon="close"
                size="xs"
                label={t('grpcClient.removeFile', { name })}
                onClick={() => replace(files.filter((file) => file.name !== name))}
              />
            </li>
          ))}
          <li>
            <Button kind="quiet" onClick={() => replace([])}>
              {t('grpcClient.useReflection')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}
