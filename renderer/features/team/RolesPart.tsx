import type { ListedRole } from '@common/operations/access'
import { messageOf, useOperation } from '@renderer/api'
import { roleName, useTranslation } from '@renderer/i18n'
import { Button, ErrorState, Rail, railEntry, RailGroup, Skeleton } from '@renderer/ui'
import { useState } from 'react'
import { newRoleLeft, useChosenPart } from './chosen-part'
import type { TeamPartProps } from './parts'
import { RoleEditor } from './RoleEditor'
import styles from './team.module.css'

/** Roles of a project on the left, the permissions of the chosen one on the right. */
export function RolesPart({ project, permissions }: TeamPartProps) {
  const { t } = useTranslation()
  const roles = useOperation('roleList', {}, { projectId: project.id, silent: true })
  const [chosenId, setChosenId] = useState<string>()
  /** The role that a new one begins with. */
  const [begun, setBegun] = useState<ListedRole>()
  const isAsked = useChosenPart((state) => state.isNewRole)
  const list = roles.data?.list
  const mayManage = permissions.has('role.manage')
  const copied = begun ?? (isAsked && mayManage && list !== undefined ? editorOf(list) : undefined)
  const chosen = list?.find(({ id }) => id === chosenId) ?? list?.[0]
  if (roles.error !== null && list === undefined)
    return (
      <div className={styles.column}>
        <ErrorState
          title={t('team.roles.notRead')}
          text={messageOf(roles.error)}
          onRetry={() => void roles.refetch()}
          retrying={roles.isFetching}
        />
      </div>
    )
  const leaveNew = (): void => {
    setBegun(undefined)
    newRoleLeft()
  }
  const choose = (id: string | undefined): void => {
    leaveNew()
    setChosenId(id)
  }
  return (
    <div className={styles.roles}>
      <Rail label={t('team.parts.roles')}>
        <RailGroup
          foot={
            mayManage &&
            list !== undefined && (
              <Button icon="plus" on={copied !== undefined} onClick={() => setBegun(editorOf(list))}>
                {t('team.roles.new')}
              </Button>
            )
          }
        >
          {list === undefined ? (
            <li aria-hidden="true">
              <Skeleton width={120} />
            </li>
          ) : (
            list.map((role) => (
              <li key={role.id}>
                <button
                  type="button"
                  className={railEntry}
                  aria-current={copied === undefined && role.id === chosen?.id ? 'true' : undefined}
                  onClick={() => choose(role.id)}
                >
                  <bdi>{roleName({ role: role.id, roleTitle: role.title })}</bdi>
                  <small>{t('team.roles.members', { count: role.members })}</small>
                </button>
              </li>
            ))
          )}
        </RailGroup>
      </Rail>
      {copied !== undefined && list !== undefined ? (
        <RoleEditor key="new" project={project} role={copied} isNew roles={list} onChosen={choose} onClose={leaveNew} />
      ) : (
        chosen !== undefined &&
        list !== undefined && (
          <RoleEditor
            key={chosen.id}
            project={project}
            role={chosen}
            isNew={false}
            roles={list}
            mayManage={mayManage}
            onChosen={choose}
            onCopy={mayManage ? () => setBegun(chosen) : undefined}
          />
        )
      )}
    </div>
  )
}

/** A new role begins as an editor, or as the weakest role. */
const editorOf = (list: readonly ListedRole[]): ListedRole | undefined =>
  list.find(({ id }) => id === 'editor') ?? list.at(-1)
