import { can } from '@common/permissions'
import type { ProjectListEntry } from '@common/operations/projects'
import { runCommand } from '@renderer/actions'
import { chooseFiles, imports, takeIntoProject } from '@renderer/features/import'
import { sentence, useTranslation } from '@renderer/i18n'
import { effectiveRoles, goTo, toast, useUsers } from '@renderer/stores'
import { classes, GridDrawing, Icon, isMac, WayCard } from '@renderer/ui'
import { useEffect, useRef } from 'react'
import styles from './onboarding.module.css'

export interface OnboardingProps {
  readonly project: ProjectListEntry
  /** Undefined for users who may not create tables. */
  readonly onCreate: (() => void) | undefined
}

/** The page of a project without tables: ways to create the first one (mock l). Disappears when a table exists. */
export function Onboarding({ project, onCreate }: OnboardingProps) {
  const { t } = useTranslation()
  const mayConnect = useUsers((state) => can(effectiveRoles(state), 'project.connect'))
  const projectId = project.id
  const choose = (): void => chooseFiles((files) => takeIntoProject(projectId, files))
  const pasteText = (text: string): void => {
    if (text.trim() === '') toast.info(sentence('importStart.pasteNothing'))
    else imports.open({ projectId, source: { text, name: t('importStart.pasted') } })
  }
  const pick = (): void => void runCommand('template.import')
  useOwnKeys(onCreate && { t: onCreate, g: pick, i: choose })
  usePasted(onCreate && { files: (files) => takeIntoProject(projectId, files), text: pasteText })
  const paste = (): void => {
    navigator.clipboard.readText().then(pasteText, () => {
      toast.info(sentence('importStart.pasteDenied', { keys: isMac ? '⌘V' : 'Ctrl+V' }))
    })
  }
  return (
    <div className={styles.onboarding}>
      <GridDrawing />
      <h2 className={styles.title}>{t('dashboard.onboarding.title', { project: project.title })}</h2>
      <p className={styles.text}>{onCreate ? t('dashboard.onboarding.text') : t('dashboard.onboarding.readOnly')}</p>
      {onCreate && (
        <>
          <div className={styles.ways}>
            <WayCard
              icon="table"
              color="blue"
              keys="T"
              title={t('dashboard.onboarding.emptyTable')}
              text={t('dashboard.onboarding.emptyTableText')}
              onClick={onCreate}
            />
            <WayCard
              icon="template"
              color="pink"
              keys="G"
              title={t('dashboard.onboarding.template')}
              text={t('dashboard.onboarding.templateText')}
              onClick={pick}
            />
            <WayCard
              icon="file"
              color="green"
              keys="I"
              title={t('dashboard.onboarding.import')}
              text={t('dashboard.onboarding.importText')}
              onClick={choose}
            />
            <WayCard
              icon="copy"
              color="amber"
              keys="Mod+V"
              title={t('dashboard.onboarding.paste')}
              text={t('dashboard.onboarding.pasteText')}
              onClick={paste}
            />
            {mayConnect && (
              <WayCard
                icon="plug"
                color="violet"
                title={t('dashboard.onboarding.connect')}
                text={t('dashboard.onboarding.connectText')}
                onClick={() => void goTo('/project/xcdb')}
              />
            )}
          </div>
          <div className={styles.drop}>
            <Icon name="arrowDown" size={14} />
            {t('dashboard.onboarding.drop')}
          </div>
          <ol className={styles.steps} aria-label={t('dashboard.onboarding.steps.label')}>
            <Step
              isDone
              title={t('dashboard.onboarding.steps.project')}
              text={t(`dashboard.sources.${project.source}`)}
            />
            <Step
              isHere
              title={t('dashboard.onboarding.steps.table')}
              text={t('dashboard.onboarding.steps.tableText')}
            />
            <Step title={t('dashboard.onboarding.steps.view')} text={t('dashboard.onboarding.steps.viewText')} />
            <Step title={t('dashboard.onboarding.steps.api')} text={t('dashboard.onboarding.steps.apiText')} />
          </ol>
        </>
      )}
    </div>
  )
}

interface StepProps {
  readonly title: string
  readonly text: string
  readonly isDone?: boolean
  readonly isHere?: boolean
}

function Step({ title, text, isDone = false, isHere = false }: StepProps) {
  return (
    <li className={classes(styles.step, isDone && styles.done)} aria-current={isHere ? 'step' : undefined}>
      <span className={styles.stepMark}>{isDone && <Icon name="check" size={12} />}</span>
      <span>
        <span className={styles.stepTitle}>{title}</span>
        <span className={styles.stepText}>{text}</span>
      </span>
    </li>
  )
}

/** True if a field, a dialog or a menu handles the key or paste. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input,textarea,[contenteditable],[role="dialog"],[role="menu"]') !== null

/** Single letters, for as long as the page shows them. */
function useOwnKeys(keys: Readonly<Record<string, () => void>> | undefined): void {
  const latest = useRef(keys)
  latest.current = keys
  const isOn = keys !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent): void => {
      const run = latest.current?.[event.key.toLowerCase()]
      if (!run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isElsewhere(event.target) || document.querySelector('[aria-modal="true"]') !== null) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}

interface Pasted {
  readonly files: (files: readonly File[]) => void
  readonly text: (text: string) => void
}

/** Handles pastes anywhere on the page: files, otherwise the text of cells. */
function usePasted(take: Pasted | undefined): void {
  const latest = useRef(take)
  latest.current = take
  const isOn = take !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const paste = (event: ClipboardEvent): void => {
      if (isElsewhere(event.target) || document.querySelector('[aria-modal="true"]') !== null) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const files = [...(event.clipboardData?.files ?? [])]
      event.preventDefault()
      // Spreadsheets copy an image of the cells along with their text: use the text.
      if (text === '' && files.length > 0) latest.current?.files(files)
      else latest.current?.text(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isOn])
}
