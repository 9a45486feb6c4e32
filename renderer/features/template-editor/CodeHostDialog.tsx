import type { CodeHostSettings } from '@common/operations/code-host'
import { client, messageOf, useFailure, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast, useIsSuperAdmin } from '@renderer/stores'
import { Dialog, PasswordField, Skeleton, TextField } from '@renderer/ui'
import { useState } from 'react'
import { editor } from './editor-store'
import styles from './dialogs.module.css'

/** Repository, branch, path and token of the code host (S2 §7). Only a super admin can change them. */
export function CodeHostDialog() {
  const { t } = useTranslation()
  const isSuper = useIsSuperAdmin()
  const { data, error } = useOperation('codeHostRead', {}, { silent: true, refetchOnMount: 'always' })
  if (data !== undefined && isSuper) return <Form settings={data} />
  return (
    <Dialog
      opened
      title={t('templateEditor.codeHost.title')}
      action={t('templateEditor.shortcuts.close')}
      leave={null}
      focusAction
      error={error === null ? undefined : messageOf(error)}
      onSubmit={editor.close}
      onClose={editor.close}
    >
      {isSuper ? error === null && <Skeleton height={32} /> : <p>{t('templateEditor.codeHost.onlySuper')}</p>}
    </Dialog>
  )
}

function Form({ settings }: { readonly settings: CodeHostSettings }) {
  const { t } = useTranslation()
  const [values, setValues] = useState({ ...settings, token: '' })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailure()
  const set = (part: Partial<typeof values>): void => {
    setValues({ ...values, ...part })
    setProblem(undefined)
  }
  const save = async (): Promise<void> => {
    const { host, repo, branch, path, token } = values
    if (!/^$|^[\w.-]+\/[\w.-]+$/.test(repo.trim())) return setProblem(sentence('templateEditor.codeHost.repoInvalid'))
    setBusy(true)
    try {
      // Slashes at the ends of a path mean nothing.
      const args = { host, repo: repo.trim(), branch: branch.trim(), path: path.trim().replaceAll(/^\/+|\/+$/g, '') }
      await client.call('codeHostSave', token === '' ? args : { ...args, token }, { silent: true })
      toast.success(sentence('templateEditor.codeHost.saved'))
      editor.close()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
    return undefined
  }
  return (
    <Dialog
      opened
      title={t('templateEditor.codeHost.title')}
      text={t('templateEditor.codeHost.text')}
      action={t('templateEditor.codeHost.save')}
      loading={isBusy}
      error={problem}
      onSubmit={() => void save()}
      onClose={editor.close}
    >
      <div className={styles.form}>
        <TextField
          type="url"
          label={t('templateEditor.codeHost.host')}
          hint={t('templateEditor.codeHost.hostHint')}
          value={values.host}
          onChange={(host) => set({ host })}
        />
        <TextField
          label={t('templateEditor.codeHost.repo')}
          placeholder={t('templateEditor.codeHost.repoExample')}
          data-autofocus
          spellCheck={false}
          value={values.repo}
          onChange={(repo) => set({ repo })}
        />
        <TextField
          label={t('templateEditor.codeHost.branch')}
          spellCheck={false}
          value={values.branch}
          onChange={(branch) => set({ branch })}
        />
        <TextField
          label={t('templateEditor.codeHost.path')}
          hint={t('templateEditor.codeHost.pathHint')}
          spellCheck={false}
          value={values.path}
          onChange={(path) => set({ path })}
        />
        <PasswordField
          label={t('templateEditor.codeHost.token')}
          hint={t(settings.hasToken ? 'templateEditor.codeHost.tokenStored' : 'templateEditor.codeHost.tokenHint')}
          autoComplete="off"
          value={values.token}
          onChange={(token) => set({ token })}
        />
      </div>
    </Dialog>
  )
}
