import { can } from '@common/permissions'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { effectiveRoles, goTo, useUsers } from '@renderer/stores'
import { Button, Chip, Dialog, Menu, MenuDivider, MenuItem, Select } from '@renderer/ui'
import { useState } from 'react'
import { createProjectOfTemplate, templateProjectTypes, useCreation } from './creation'
import styles from './detail.module.css'
import { templatePicker } from './picker'
import type { TemplateSource } from './template-source'

const chipColor = { rest: 'blue', graphql: 'pink' } as const

/**
 * Use template: a menu with the kinds of projects for users who may create one, a button that imports the tables into a
 * project for others (S2 §2).
 */
export function UseTemplate({ source }: { readonly source: TemplateSource }) {
  const { t } = useTranslation()
  const mayCreate = useUsers((state) => can(effectiveRoles(state), 'project.create'))
  const isRunning = useCreation((state) => state.current !== undefined)
  const [rows, setRows] = useState(true)
  const [isChoosing, setChoosing] = useState(false)
  const projects = useImportTargets()
  const nowhere = projects?.length === 0 ? t('templates.into.none') : undefined
  const dialog = isChoosing && (
    <ChooseProjectDialog source={source} projects={projects ?? []} onClose={() => setChoosing(false)} />
  )
  if (!mayCreate)
    return (
      <>
        <Button size="lg" kind="main" disabledReason={nowhere} onClick={() => setChoosing(true)}>
          {t('templates.use')}
        </Button>
        {dialog}
      </>
    )
  return (
    <>
      <Menu
        align="end"
        width={248}
        target={
          <Button size="lg" kind="main" endIcon="chevronDown" loading={isRunning}>
            {t('templates.use')}
          </Button>
        }
      >
        {templateProjectTypes.map((type) => (
          <MenuItem key={type} onClick={() => void createProjectOfTemplate(source, { type, rows })}>
            <span className={styles.kind}>
              {/* The sentence beside it says the same. */}
              <span aria-hidden="true">
                <Chip color={chipColor[type]}>{t(`templates.kinds.${type}`)}</Chip>
              </span>
              {t(`templates.create.${type}`)}
            </span>
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem chosen={rows} closeOnClick={false} onClick={() => setRows(!rows)}>
          {t('templates.withRows')}
        </MenuItem>
        {projects !== undefined && projects.length > 0 && (
          <>
            <MenuDivider />
            <MenuItem icon="table" onClick={() => setChoosing(true)}>
              {t('templates.into.open')}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog}
    </>
  )
}

interface Target {
  readonly id: string
  readonly title: string
}

/** Projects that the user may add tables to; undefined while they load. */
function useImportTargets(): readonly Target[] | undefined {
  const previewAs = useUsers((state) => state.previewAs)
  const { data } = useOperation('projectList', {}, { silent: true })
  if (previewAs !== null) return []
  return data?.filter(({ status, permissions }) => status === 'started' && permissions.includes('schema.change'))
}

interface ChooseProjectDialogProps {
  readonly source: TemplateSource
  readonly projects: readonly Target[]
  readonly onClose: () => void
}

/** Chooses the project that gets the tables, and opens it with the template in front. */
function ChooseProjectDialog({ source, projects, onClose }: ChooseProjectDialogProps) {
  const { t } = useTranslation()
  const [projectId, setProjectId] = useState<string | null>(projects[0]?.id ?? null)

  function submit(): void {
    if (projectId === null) return
    onClose()
    templatePicker.open(projectId, source)
    void goTo(`/nc/${encodeURIComponent(projectId)}`)
  }

  return (
    <Dialog
      opened
      width={400}
      title={t('templates.into.title', { title: source.title })}
      text={t('templates.into.text')}
      action={t('templates.into.action')}
      disabledReason={projectId === null ? t('templates.into.choose') : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        label={t('templates.into.project')}
        searchable={projects.length > 8}
        value={projectId}
        options={projects.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={setProjectId}
      />
    </Dialog>
  )
}
