import { can } from '@common/permissions'
import { useTranslation } from '@renderer/i18n'
import { effectiveRoles, useUsers } from '@renderer/stores'
import { useDropTarget } from './drop-target'
import { takeIntoNewProject, takeIntoProject } from './take-dropped'

export interface ProjectDrop {
  readonly projectId: string
  /** Title of the project. */
  readonly project: string
  readonly mayImport: boolean
}

/** Files dropped on a project are imported into it. */
export function useProjectDrop({ projectId, project, mayImport }: ProjectDrop): void {
  const { t } = useTranslation()
  useDropTarget(
    mayImport
      ? {
          title: t('importStart.intoProject', { project }),
          text: t('importStart.text'),
          take: (files) => takeIntoProject(projectId, files),
        }
      : undefined,
  )
}

/** Files dropped on the project list become projects. */
export function useProjectListDrop(): void {
  const { t } = useTranslation()
  const mayCreate = useUsers((state) => can(effectiveRoles(state), 'project.create'))
  useDropTarget(
    mayCreate
      ? { title: t('importStart.newProject'), text: t('importStart.newProjectText'), take: takeIntoNewProject }
      : undefined,
  )
}
