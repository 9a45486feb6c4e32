import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Dialog, TextArea } from '@renderer/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import styles from './api-client.module.css'
import { openRequest } from './client-state'
import { loadYaml, parseImport, type ImportedRequests, type ParseYaml } from './imports'
import { renameTaken } from './imports/variables'
import { useVariables } from './use-variables'

export interface ImportDialogProps {
  readonly projectId: string
  readonly mayStore: boolean
  /** True if the user may add variables to the environment. */
  readonly mayAddVariables: boolean
  readonly onClose: () => void
}

/** Takes a curl command, a Postman collection or an OpenAPI document, as a file or as text. */
export function ImportDialog({ projectId, mayStore, mayAddVariables, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const [parseYaml, setParseYaml] = useState<ParseYaml>()
  useEffect(() => {
    let isOpen = true
    void loadYaml().then((parse) => isOpen && setParseYaml(() => parse))
    return () => void (isOpen = false)
  }, [])
  const found = useMemo(
    () => (text.trim() === '' ? undefined : (parseImport(text, parseYaml) ?? null)),
    [text, parseYaml],
  )
  const add = useCommand('apiRequestImport')
  const addVariable = useCommand('variableSave')
  const { working, names } = useVariables(projectId)
  const hasVariables = mayAddVariables && working !== undefined && (found?.variables.length ?? 0) > 0
  const [first] = found?.requests ?? []
  const isSingle = found?.kind === 'curl'
  const submit = (): void => {
    if (first === undefined || !found) return
    // A single request opens in the tab; users store it if they want to.
    if (isSingle) {
      openRequest(projectId, first.request)
      onClose()
      return
    }
    void store(found)
  }
  /** Adds the variables first, so that no stored request lacks one. */
  const store = async (imported: ImportedRequests): Promise<void> => {
    const taken = new Set([...names, ...(working?.variables ?? []).map(({ name }) => name)])
    const { requests, variables } = renameTaken(imported.requests, hasVariables ? imported.variables : [], taken)
    try {
      for (const variable of variables)
        await addVariable.mutateAsync({
          args: { environment: working?.name ?? '', ...variable },
          projectId,
          silent: true,
        })
      const { paths } = await add.mutateAsync({ args: { requests }, projectId, silent: true })
      toast.success(sentence('apiClient.import.done', { count: paths.length }))
      onClose()
    } catch {
      // The dialog shows the error of the command.
    }
  }
  const failure = addVariable.error ?? add.error
  return (
    <Dialog
      opened
      width={560}
      title={t('apiClient.import.title')}
      text={t('apiClient.import.text')}
      action={t(isSingle ? 'apiClient.import.open' : 'apiClient.import.action')}
      loading={add.isPending || addVariable.isPending}
      disabledReason={
        first === undefined
          ? t('apiClient.import.nothing')
          : isSingle || mayStore
            ? undefined
            : t('apiClient.import.notAllowed')
      }
      error={failure && messageOf(failure)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea label={t('apiClient.import.label')} rows={10} mono value={text} onChange={setText} />
      <div className={styles.file}>
        <Button icon="file" onClick={() => file.current?.click()}>
          {t('apiClient.import.file')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,.yaml,.yml,.txt,.sh"
          aria-label={t('apiClient.import.file')}
          onChange={(event) => {
            void event.currentTarget.files?.[0]?.text().then(setText)
            // So that the same file can be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </div>
      <p className={styles.hint} role="status">
        {found === null && t('apiClient.import.unknown')}
        {found && t(`apiClient.import.kinds.${found.kind}`, { count: found.requests.length })}
      </p>
      {hasVariables && <p className={styles.hint}>{t('apiClient.import.variables')}</p>}
    </Dialog>
  )
}
