import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { goTo, useAfterFirstRows } from '@renderer/stores'
import { Icon, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import styles from './dashboard.module.css'

/** Number of projects in the menu. Its last item opens the full list. */
const listedMax = 12

/** Name of the project, with a menu that switches to other projects. */
export function ProjectSwitcher({ projectId, title }: { readonly projectId: string; readonly title: string }) {
  const { t } = useTranslation()
  const list = useOperation('projectList', {}, { silent: true, enabled: useAfterFirstRows() })
  const projects = (list.data ?? [])
    .filter(({ status }) => status === 'started')
    .toSorted((a, b) => (b.opened_at ?? '').localeCompare(a.opened_at ?? ''))
    .slice(0, listedMax)
  return (
    <h1 className={styles.project}>
      <Menu
        width={280}
        target={
          <button type="button" className={styles.switcher} title={t('dashboard.switch')}>
            <bdi>{title}</bdi>
            <Icon name="chevronDown" size={12} />
          </button>
        }
      >
        {projects.map((project) => (
          <MenuItem
            key={project.id}
            chosen={project.id === projectId}
            onClick={() => void goTo(`/nc/${encodeURIComponent(project.id)}`)}
          >
            {project.title}
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem icon="apps" onClick={() => void goTo('/projects')}>
          {t('dashboard.allProjects')}
        </MenuItem>
      </Menu>
    </h1>
  )
}
