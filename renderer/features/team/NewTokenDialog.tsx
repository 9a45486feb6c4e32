import type { OperationOutput } from '@common/operations'
import { projectRoles, type Permission } from '@common/permissions'
import { permissionsOf } from '@common/permissions/custom-role'
import type { ProjectListEntry } from '@common/operations/projects'
import { client, useFailure } from '@renderer/api'
import { roleName, sentence, useTranslation } from '@renderer/i18n'
import { serverAddress, toast, useShell } from '@renderer/stores'
import { Button, copyText, Dialog, FieldPair, Fields, Select, TextField } from '@renderer/ui'
import { useState } from 'react'
import { useRoleAbout } from './role-about'
import { useRoles } from './use-roles'
import styles from './team.module.css'

type NewToken = OperationOutput<'apiTokenCreate'>

export interface NewTokenDialogProps {
  readonly project: ProjectListEntry
  /** Name that the field begins with. */
  readonly title?: string
  /** Receives the token, with its value. */
  readonly onMade?: (token: NewToken) => void
  readonly onClose: () => void
}

const dayMs = 24 * 60 * 60_000
const lives = { month: 30, quarter: 90, year: 365, date: undefined, none: undefined } as const
type Life = keyof typeof lives
const lifeNames = Object.keys(lives) as Life[]

/** Creates an API token, then shows its value once. Needs the namespaces of Team & Auth. */
export function NewTokenDialog(props: NewTokenDialogProps) {
  const [made, setMade] = useState<NewToken>()
  if (made !== undefined) return <MadeToken token={made} project={props.project} onClose={props.onClose} />
  return (
    <TokenForm
      {...props}
      onMade={(token) => {
        props.onMade?.(token)
        setMade(token)
      }}
    />
  )
}

function TokenForm({
  project,
  title: begun = '',
  onMade,
  onClose,
}: NewTokenDialogProps & { readonly onMade: (token: NewToken) => void }) {
  const { t } = useTranslation()
  const about = useRoleAbout()
  const choices = useRoleChoices(project)
  const [title, setTitle] = useState(begun)
  const [chosen, setChosen] = useState('editor')
  const [life, setLife] = useState<Life>('quarter')
  const [day, setDay] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useFailure()
  const role = choices.find(({ id }) => id === chosen) ?? choices[0]

  /** Returns the end of the token; undefined without a valid day. */
  const endOf = (): string | null | undefined => {
    const days = lives[life]
    if (days !== undefined) return new Date(Date.now() + days * dayMs).toISOString()
    if (life === 'none') return null
    // The chosen day is included, wherever the user is.
    const end = new Date(`${day}T23:59:59`)
    return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
  }

  const create = async (): Promise<void> => {
    const expiresAt = endOf()
    if (expiresAt === undefined) return setProblem(sentence('team.tokens.dayMissing'))
    setBusy(true)
    setProblem(undefined)
    try {
      const args = { title, expiresAt, ...(role !== undefined && { role: role.id }) }
      onMade(await client.call('apiTokenCreate', args, { projectId: project.id, silent: true }))
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
    return undefined
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('team.tokens.newTitle')}
      action={t('team.tokens.create')}
      loading={isBusy}
      disabledReason={title.trim() === '' ? t('team.tokens.nameMissing') : undefined}
      error={problem}
      onSubmit={() => void create()}
    >
      <Fields>
        <TextField
          label={t('team.tokens.name')}
          hint={t('team.tokens.nameHint')}
          value={title}
          onChange={setTitle}
          maxLength={100}
          data-autofocus
          autoComplete="off"
        />
        {role !== undefined && (
          <Select
            label={t('team.people.column.role')}
            hint={about(role)}
            value={role.id}
            onChange={setChosen}
            options={choices.map(({ id, title: own }) => ({
              value: id,
              label: roleName({ role: id, roleTitle: own }),
            }))}
          />
        )}
        <FieldPair>
          <Select
            label={t('team.tokens.ends')}
            value={life}
            onChange={setLife}
            options={lifeNames.map((value) => ({ value, label: t(`team.tokens.lives.${value}`) }))}
          />
          {life === 'date' && <TextField label={t('team.tokens.lastDay')} type="date" value={day} onChange={setDay} />}
        </FieldPair>
        <p className={styles.hint}>{t('team.tokens.endsWith')}</p>
      </Fields>
    </Dialog>
  )
}

interface RoleChoice {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly permissions: readonly string[]
}

/** Roles for a new token: up to the own one. People who may not give roles choose among the system roles. */
function useRoleChoices(project: ProjectListEntry): readonly RoleChoice[] {
  const own = new Set<string>(project.permissions)
  const invite: Permission = 'member.invite'
  const listed = useRoles(project.id, own.has(invite))
  if (own.has(invite)) return listed.filter(({ givable }) => givable)
  return projectRoles
    .map((id) => ({ id, title: '', description: '', permissions: permissionsOf(id) }))
    .filter(({ permissions }) => permissions.every((permission) => own.has(permission)))
}

/** The value of a new token, with a first call. It can't be shown again. */
function MadeToken({
  token,
  project,
  onClose,
}: {
  readonly token: NewToken
  readonly project: ProjectListEntry
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const address = serverAddress(useShell((state) => state.info))
  const call = `curl http://${address}/nc/${encodeURIComponent(project.id)}/projectApiInfo -H 'xc-token: ${token.token}'`

  const copy = async (text: string): Promise<void> => {
    await copyText(text)
    toast.success(sentence('team.tokens.copied'))
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('team.tokens.madeTitle', { title: token.title })}
      action={t('team.done')}
      leave={null}
      onSubmit={onClose}
    >
      <Fields>
        <p>{t('team.tokens.madeText')}</p>
        <div className={styles.value}>
          <TextField
            aria-label={t('team.tokens.value')}
            value={token.token}
            onChange={() => undefined}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button size="md" kind="main" icon="copy" data-autofocus onClick={() => void copy(token.token)}>
            {t('team.tokens.copy')}
          </Button>
        </div>
        <p className={styles.hint}>{t('team.tokens.headerHint')}</p>
        <pre className={styles.code} tabIndex={0} aria-label={t('team.tokens.call')}>
          {call}
        </pre>
      </Fields>
    </Dialog>
  )
}
