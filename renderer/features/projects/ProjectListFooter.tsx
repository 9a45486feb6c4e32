import { runCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { useInstallation } from '@renderer/stores'
import { Icon, TextButton, useMinute } from '@renderer/ui'
import { Link } from 'react-router-dom'
import styles from './ProjectListPage.module.css'

/** Address of the public repository, from package.json (`vite.config.ts`). Absent in tests. */
declare const repositoryAddress: string | undefined

export interface ProjectListFooterProps {
  /** Undefined without a public repository. */
  readonly repository?: string | undefined
}

/** Below the projects: help, links to other users, and the version (S1 §2). */
export function ProjectListFooter({
  repository = typeof repositoryAddress === 'undefined' ? undefined : repositoryAddress,
}: ProjectListFooterProps) {
  const { t } = useTranslation()
  const version = useInstallation((state) => state.info?.version)
  return (
    <footer className={styles.footer}>
      <Link to="/docs">
        <Icon name="file" size={14} />
        {t('actions.openDocs')}
      </Link>
      <Link to="/docs/changelog">{t('actions.whatsNew')}</Link>
      <TextButton inline onClick={() => void runCommand('help.report')}>
        {t('actions.reportProblem')}
      </TextButton>
      {repository !== undefined && <RepositoryLink address={repository} />}
      <span className={styles.space} />
      {version !== undefined && <span>{t('projects.version', { version })}</span>}
    </footer>
  )
}

/** Its text changes every 60 seconds (S1 §9). */
function RepositoryLink({ address }: { readonly address: string }) {
  const { t } = useTranslation()
  const isOdd = Math.floor(useMinute() / 60_000) % 2 === 1
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <Icon name="star" size={14} />
      {t(isOdd ? 'projects.discuss' : 'projects.starRepository')}
    </a>
  )
}
