import { can, projectRoles, type Permission } from '@common/permissions'
import { projectPermissions } from '@common/permissions/custom-role'
import type { AccessExplanation } from '@common/operations/access'
import type { ProjectListEntry } from '@common/operations/projects'
import { useOperation } from '@renderer/api'
import { roleName, useTranslation } from '@renderer/i18n'
import { hidden } from '@renderer/stores'
import { useEffect } from 'react'
import { hiddenColumns, hiddenTables } from './why-lines'
import { useWhyWords } from './why-words'

interface HiddenReaderProps {
  readonly project: ProjectListEntry
  /** The previewed role. */
  readonly role: string
}

/** Finds out what the previewed role doesn't see, and tells the sidebar and the grids. Draws nothing. */
export function HiddenReader({ project, role }: HiddenReaderProps) {
  const { data } = useOperation('accessExplain', { role }, { projectId: project.id })
  useEffect(() => () => hidden.found(undefined), [project.id, role])
  return data === undefined ? null : <Found explanation={data} held={project.role} />
}

interface FoundProps {
  readonly explanation: AccessExplanation
  /** Role of the member, without the preview. */
  readonly held: string
}

function Found({ explanation, held }: FoundProps) {
  const { t } = useTranslation()
  const role = roleName({ role: explanation.role, roleTitle: explanation.roleTitle })
  const words = useWhyWords(role)
  useEffect(() => {
    hidden.found({
      tables: hiddenTables(explanation).map(({ name, title, type, line }) => ({
        name,
        title,
        type,
        reason: t('why.lock', { reason: words.reason(line), at: line.place.to, table: title }),
      })),
      columns: hiddenColumns(explanation).map(({ table, number, line }) => ({
        table,
        number,
        column: line.column,
        title: line.title,
        reason: words.reason(line),
      })),
      missing: missingOf(explanation, held),
      missingReason: t('why.lock', { reason: t('why.notGranted', { role }), at: 'roles', table: '' }),
    })
  })
  return null
}

/** Permissions that the member has and the previewed role lacks. */
function missingOf({ missing }: AccessExplanation, held: string): readonly Permission[] {
  const own = projectRoles.find((role) => role === held)
  if (own === undefined) return []
  return projectPermissions.filter((permission) => missing.includes(permission) && can([own], permission))
}
