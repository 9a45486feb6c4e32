import { initialSettings } from '@common/settings'
import { exportedSettings, readExported, type ImportProblem } from '@common/settings/transfer'
import { sentence, useTranslation } from '@renderer/i18n'
import { changeSetting, changeSettings, toast, useSetting, useWindows } from '@renderer/stores'
import { Button, ConfirmDialog, ErrorBanner, saveFile, Switch } from '@renderer/ui'
import { useRef, useState } from 'react'
import styles from './preferences.module.css'
import type { SettingsContent } from './section'

function MetaTables({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  return (
    <Switch
      checked={useSetting('metatables')}
      aria-label={label}
      onChange={(isOn) => changeSetting('metatables', isOn)}
    >
      {t('preferences.advanced.metaTables.switch')}
    </Switch>
  )
}

function Export() {
  const { t } = useTranslation()
  return (
    <Button
      icon="download"
      onClick={() =>
        saveFile(
          new Blob([exportedSettings(useWindows.getState())], { type: 'application/json' }),
          'basalt-settings.json',
        )
      }
    >
      {t('preferences.advanced.export.action')}
    </Button>
  )
}

/** Reads a file of settings. A file with a problem changes nothing. */
function Import() {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<ImportProblem>()

  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return
    const result = readExported(await file.text())
    setProblem(result.problem)
    if (result.problem !== undefined) return
    changeSettings(result.changes)
    toast.success(sentence('preferences.advanced.import.done', { count: Object.keys(result.changes).length }))
  }

  return (
    <div className={styles.stack}>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('preferences.advanced.import.action')}
        onChange={(event) => {
          void read(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button icon="file" onClick={() => input.current?.click()}>
        {t('preferences.advanced.import.action')}
      </Button>
      {problem !== undefined && (
        <ErrorBanner
          title={t(`preferences.advanced.import.problems.${problem.kind}`, { name: problem.name })}
          text={t('preferences.advanced.import.unchanged')}
        />
      )}
    </div>
  )
}

function Reset({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon="undo" danger onClick={() => setAsking(true)}>
        {t('preferences.advanced.reset.action')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        isOnTop
        title={label}
        action={t('preferences.advanced.reset.action')}
        onClose={() => setAsking(false)}
        onSubmit={() => {
          setAsking(false)
          changeSettings(initialSettings)
        }}
      >
        {t('preferences.advanced.reset.question')}
      </ConfirmDialog>
    </>
  )
}

export const content: SettingsContent = {
  title: 'preferences.advanced.title',
  rows: [
    {
      id: 'metatables',
      label: 'preferences.advanced.metaTables.label',
      text: 'preferences.advanced.metaTables.text',
      Control: MetaTables,
    },
    {
      id: 'export',
      label: 'preferences.advanced.export.label',
      text: 'preferences.advanced.export.text',
      Control: Export,
    },
    {
      id: 'import',
      label: 'preferences.advanced.import.label',
      text: 'preferences.advanced.import.text',
      Control: Import,
    },
    { id: 'reset', label: 'preferences.advanced.reset.label', text: 'preferences.advanced.reset.text', Control: Reset },
  ],
}
