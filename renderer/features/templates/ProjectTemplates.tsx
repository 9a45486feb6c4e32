import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { useCommands, usePageCommand } from '@renderer/actions'
import { useState } from 'react'
import { templateCommands } from './commands'
import { templatePicker, useTemplatePicker } from './picker'
import { SaveTemplateDialog } from './SaveTemplateDialog'
import { TemplatePicker } from './TemplatePicker'

export interface ProjectTemplatesProps {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
}

/** Templates inside a project: commands that import their tables and save the project as one, and their dialogs. */
export function ProjectTemplates({ project, permissions }: ProjectTemplatesProps) {
  const { id, title } = project
  const [isSaving, setSaving] = useState(false)
  const isPicking = useTemplatePicker((state) => state.project === id)
  const mayImport = permissions.has('schema.change')
  const maySave = permissions.has('project.configure')
  useCommands(templateCommands)
  usePageCommand(
    { id: 'template.import', label: 'templates.commands.import', keys: [] },
    mayImport ? () => templatePicker.open(id) : undefined,
  )
  usePageCommand(
    { id: 'template.save', label: 'templates.commands.save', keys: [] },
    maySave ? () => setSaving(true) : undefined,
  )
  return (
    <>
      {isPicking && mayImport && <TemplatePicker projectId={id} project={title} />}
      {isSaving && (
        <SaveTemplateDialog project={{ id, title, permissions: [...permissions] }} onClose={() => setSaving(false)} />
      )}
    </>
  )
}
