import type { EnvironmentVariable, ListedEnvironment } from '@common/operations/environments'
import type { ProjectListEntry } from '@common/operations/projects'
import { useTranslation } from '@renderer/i18n'
import { Badge, Button, EmptyState, IconButton, Menu, MenuItem, PageHead, Section, Table } from '@renderer/ui'
import { useState } from 'react'
import { ChangeEnvironmentDialog } from './ChangeEnvironmentDialog'
import { DatabaseSection } from './DatabaseSection'
import styles from './environments.module.css'
import { DeleteEnvironmentDialog, DeleteVariableDialog, RenameEnvironmentDialog } from './questions'
import { VariableDialog } from './VariableDialog'

export interface EnvironmentPageProps {
  readonly project: ProjectListEntry
  readonly environment: ListedEnvironment
  readonly mayManage: boolean
  /** Chooses the environment under its new name. */
  readonly onRenamed: (name: string) => void
}

type Question =
  | { readonly kind: 'change' | 'rename' | 'delete' | 'newVariable' }
  | { readonly kind: 'variable' | 'deleteVariable'; readonly variable: EnvironmentVariable }

/** Variables and database of one environment. */
export function EnvironmentPage({ project, environment, mayManage, onRenamed }: EnvironmentPageProps) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question>()
  const { name, isWorking, isDefault, variables } = environment
  const close = (): void => setQuestion(undefined)
  const add = (
    <Button size="md" kind="main" icon="plus" onClick={() => setQuestion({ kind: 'newVariable' })}>
      {t('environments.variable.new')}
    </Button>
  )
  const about = { projectId: project.id, environment: name, onClose: close }
  return (
    <div className={styles.column}>
      <PageHead title={name} text={t(isDefault ? 'environments.defaultText' : 'environments.text')}>
        {environment.production && <Badge kind="warning">{t('environments.productionMark')}</Badge>}
        {isWorking ? (
          <Badge kind="success">{t('environments.working')}</Badge>
        ) : (
          mayManage && (
            <Button size="md" icon="play" onClick={() => setQuestion({ kind: 'change' })}>
              {t('environments.use')}
            </Button>
          )
        )}
        {mayManage && !isDefault && (
          <Menu target={<IconButton icon="more" label={t('environments.more', { environment: name })} />}>
            <MenuItem icon="pencil" onClick={() => setQuestion({ kind: 'rename' })}>
              {t('environments.rename')}
            </MenuItem>
            <MenuItem
              icon="trash"
              danger
              disabled={isWorking}
              {...(isWorking && { description: t('environments.inUse') })}
              onClick={() => setQuestion({ kind: 'delete' })}
            >
              {t('environments.delete')}
            </MenuItem>
          </Menu>
        )}
      </PageHead>
      <Section
        title={t('environments.variables')}
        text={t('environments.variablesText', { example: '{{host}}' })}
        actions={mayManage && variables.length > 0 && add}
      >
        {variables.length === 0 ? (
          <EmptyState
            title={t('environments.none')}
            text={t('environments.noneText')}
            {...(mayManage && { action: add })}
          />
        ) : (
          <VariableTable
            variables={variables}
            mayManage={mayManage}
            onEdit={(variable) => setQuestion({ kind: 'variable', variable })}
            onDelete={(variable) => setQuestion({ kind: 'deleteVariable', variable })}
          />
        )}
      </Section>
      <DatabaseSection project={project} environment={environment} mayManage={mayManage} />
      {question?.kind === 'change' && <ChangeEnvironmentDialog project={project} initial={name} onClose={close} />}
      {question?.kind === 'rename' && <RenameEnvironmentDialog {...about} onRenamed={onRenamed} />}
      {question?.kind === 'delete' && <DeleteEnvironmentDialog {...about} variables={variables.length} />}
      {question?.kind === 'newVariable' && <VariableDialog {...about} />}
      {question?.kind === 'variable' && <VariableDialog {...about} variable={question.variable} />}
      {question?.kind === 'deleteVariable' && <DeleteVariableDialog {...about} name={question.variable.name} />}
    </div>
  )
}

interface VariableTableProps {
  readonly variables: readonly EnvironmentVariable[]
  readonly mayManage: boolean
  readonly onEdit: (variable: EnvironmentVariable) => void
  readonly onDelete: (variable: EnvironmentVariable) => void
}

function VariableTable({ variables, mayManage, onEdit, onDelete }: VariableTableProps) {
  const { t } = useTranslation()
  return (
    <Table framed minWidth={480} label={t('environments.variables')}>
      <thead>
        <tr>
          <th className={styles.name}>{t('environments.variable.name')}</th>
          <th>{t('environments.variable.value')}</th>
          {mayManage && (
            <th className={styles.actions} data-cell="actions">
              <span className="hidden-text">{t('environments.variable.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {variables.map((variable) => (
          <tr key={variable.name} data-off={variable.enabled ? undefined : true}>
            <td>
              <bdi className={styles.code}>{variable.name}</bdi>
              {!variable.enabled && <Badge>{t('environments.variable.off')}</Badge>}
            </td>
            <td>
              <VariableValue variable={variable} />
            </td>
            {mayManage && (
              <td data-cell="actions">
                <IconButton
                  icon="pencil"
                  size="sm"
                  label={t('environments.variable.edit', { name: variable.name })}
                  onClick={() => onEdit(variable)}
                />
                <IconButton
                  icon="trash"
                  size="sm"
                  label={t('environments.variable.delete', { name: variable.name })}
                  onClick={() => onDelete(variable)}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function VariableValue({ variable: { value, isSecret, hasValue } }: { readonly variable: EnvironmentVariable }) {
  const { t } = useTranslation()
  if (!isSecret)
    return (
      <bdi className={styles.value} title={value ?? ''}>
        {value}
      </bdi>
    )
  return hasValue ? (
    <Badge kind="info">{t('environments.variable.secret')}</Badge>
  ) : (
    <Badge kind="warning">{t('environments.variable.secretMissing')}</Badge>
  )
}
