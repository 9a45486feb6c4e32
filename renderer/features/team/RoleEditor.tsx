import type { ListedRole } from '@common/operations/access'
import type { ProjectListEntry } from '@common/operations/projects'
import type { Permission } from '@common/permissions'
import { client, useFailure } from '@renderer/api'
import { roleName, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, Checkbox, Fields, Icon, PageHead, SaveBar, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'
import { DeleteRoleDialog } from './DeleteRoleDialog'
import { permissionGroups, permissionKey, permissionsIn } from './permission-groups'
import { useRoleAbout } from './role-about'
import styles from './team.module.css'

export interface RoleEditorProps {
  readonly project: ProjectListEntry
  /** The role, or the one that a new role begins with. */
  readonly role: ListedRole
  readonly isNew: boolean
  readonly roles: readonly ListedRole[]
  readonly mayManage?: boolean
  /** Shows another role; undefined for the first one. */
  readonly onChosen: (id: string | undefined) => void
  /** Begins a new role with the permissions of this one. */
  readonly onCopy?: (() => void) | undefined
  /** Drops the new role. */
  readonly onClose?: () => void
}

interface Draft {
  readonly title: string
  readonly description: string
  readonly permissions: ReadonlySet<string>
}

/** A role with its permissions. Custom roles can be changed by people who have all their permissions. */
export function RoleEditor({ project, role, isNew, mayManage = true, onChosen, ...props }: RoleEditorProps) {
  const { t } = useTranslation()
  const about = useRoleAbout()
  const before: Draft = {
    title: isNew ? '' : role.title,
    description: isNew ? '' : role.description,
    permissions: new Set(role.permissions),
  }
  const [draft, setDraft] = useState(before)
  const [problem, setProblem] = useFailure()
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const own = new Set<string>(project.permissions)
  const isOwn = isNew || !role.system
  const isOpen = isOwn && mayManage && (isNew || role.givable)
  const name = isNew ? t('team.roles.newTitle') : roleName({ role: role.id, roleTitle: role.title })
  const isChanged = isNew || !isSame(draft, before)
  const set = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part })
    setProblem(undefined)
  }

  const save = async (): Promise<void> => {
    if (draft.title.trim() === '') return setProblem(sentence('team.roles.titleMissing'))
    setBusy(true)
    setProblem(undefined)
    const facts = {
      title: draft.title,
      description: draft.description,
      permissions: Array.from(draft.permissions).filter((each): each is Permission => each !== 'project.read'),
    }
    try {
      if (isNew) onChosen((await client.call('roleCreate', facts, { projectId: project.id })).id)
      else await client.call('roleUpdate', { id: role.id, ...facts }, { projectId: project.id })
      setDraft({ ...draft, title: draft.title.trim() })
      toast.success(sentence('team.roles.saved', { title: draft.title.trim() }))
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
    return undefined
  }

  return (
    <section className={styles.roleEditor} aria-label={name}>
      <div className={styles.roleBody}>
        <PageHead title={name} text={isNew ? t('team.roles.newText') : isOpen ? undefined : about(role)}>
          {props.onCopy !== undefined && (
            <Button icon="copy" onClick={props.onCopy}>
              {t('team.roles.copy')}
            </Button>
          )}
          {isOpen && !isNew && (
            <Button icon="trash" danger onClick={() => setDeleting(true)}>
              {t('team.roles.delete')}
            </Button>
          )}
        </PageHead>
        {!isOpen && <p className={styles.hint}>{t(isOwn ? 'team.roles.above' : 'team.roles.fixed')}</p>}
        {isOpen && (
          <div className={styles.about}>
            <Fields>
              <TextField
                label={t('team.roles.title')}
                value={draft.title}
                onChange={(title) => set({ title })}
                maxLength={200}
                autoComplete="off"
                autoFocus={isNew}
              />
              <TextArea
                label={t('team.roles.description')}
                value={draft.description}
                onChange={(description) => set({ description })}
                rows={2}
                maxLength={2_000}
              />
            </Fields>
          </div>
        )}
        <div className={styles.groups}>
          {permissionGroups.map((group) => (
            <fieldset key={group} className={styles.group}>
              <legend>{t(`team.groups.${group}`)}</legend>
              {permissionsIn(group).map((permission) => {
                const isGranted = draft.permissions.has(permission)
                const label = t(`team.permissions.${permissionKey(permission)}`)
                if (!isOpen)
                  return (
                    <span key={permission} className={styles.granted} data-off={!isGranted || undefined}>
                      <Icon name={isGranted ? 'check' : 'minus'} size={14} />
                      <span className="hidden-text">
                        {t(isGranted ? 'team.roles.granted' : 'team.roles.notGranted')}
                      </span>
                      {label}
                    </span>
                  )
                return (
                  <Checkbox
                    key={permission}
                    checked={isGranted}
                    // A permission that the user lacks can only be removed.
                    disabled={!isGranted && !own.has(permission)}
                    onChange={(checked) => set({ permissions: changed(draft.permissions, permission, checked) })}
                  >
                    {label}
                  </Checkbox>
                )
              })}
            </fieldset>
          ))}
        </div>
      </div>
      {isOpen && isChanged && (
        <SaveBar
          title={isNew ? t('team.roles.unsavedNew') : t('team.roles.unsavedTitle')}
          words={isNew ? [] : [t('team.roles.unsaved', { count: role.members })]}
          error={problem}
          discard={t('team.roles.discard')}
          save={t(isNew ? 'team.roles.create' : 'team.roles.save')}
          isSaving={isBusy}
          onDiscard={() => (isNew ? props.onClose?.() : setDraft(before))}
          onSave={() => void save()}
        />
      )}
      {isDeleting && (
        <DeleteRoleDialog
          projectId={project.id}
          role={role}
          roles={props.roles}
          onDeleted={() => onChosen(undefined)}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  )
}

function changed(permissions: ReadonlySet<string>, permission: string, granted: boolean): ReadonlySet<string> {
  const next = new Set(permissions)
  if (granted) next.add(permission)
  else next.delete(permission)
  return next
}

const isSame = (one: Draft, other: Draft): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.permissions.size === other.permissions.size &&
  Array.from(one.permissions).every((permission) => other.permissions.has(permission))
