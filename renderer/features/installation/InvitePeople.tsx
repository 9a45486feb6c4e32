import type { InvitedPerson } from '@common/operations/invitations'
import { projectRoles, type ProjectRole } from '@common/permissions'
import { client, useFailure, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { Button, Buttons, ErrorBanner, FieldForm, FieldPair, Lines, Select, TextArea } from '@renderer/ui'
import { useState } from 'react'
import { typedWords } from '@common/util/typed-list'
import { InvitedLine } from './InvitedLine'
import { OpenInvitations } from './OpenInvitations'

/** Stands for no project in the list of projects. Ids of projects are never empty. */
const noProject = ''

/**
 * Invites people by e-mail, to this Basalt or into a project, and lists the open invitations. Without a mail server, it
 * shows the links to pass on. Needs the namespace `installation` and a super admin.
 */
export function InvitePeople() {
  const { t } = useTranslation()
  const projects = useOperation('projectList', {}, { silent: true })
  const [text, setText] = useState('')
  const [projectId, setProject] = useState(noProject)
  const [role, setRole] = useState<ProjectRole>('editor')
  const [people, setPeople] = useState<readonly InvitedPerson[]>([])
  const [problem, setProblem] = useFailure()
  const [isBusy, setBusy] = useState(false)
  const invitable = (projects.data ?? []).filter((project) => rolesBelow(project.role).length > 0)
  const project = invitable.find(({ id }) => id === projectId)
  const roles = rolesBelow(project?.role)
  const emails = typedWords(text)

  async function invite(): Promise<void> {
    if (emails.length === 0) {
      setProblem(sentence('installation.invite.none'))
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const answer =
        project === undefined
          ? await client.call('invitationCreate', { emails }, { silent: true })
          : await client.call(
              'memberInvite',
              { emails, role: roles.includes(role) ? role : 'viewer' },
              { projectId, silent: true },
            )
      setPeople(answer.people)
      setText('')
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <FieldForm onSubmit={invite}>
        <TextArea
          label={t('installation.invite.emails')}
          value={text}
          onChange={setText}
          rows={2}
          spellCheck={false}
          placeholder={t('installation.invite.example')}
          hint={t('installation.invite.hint')}
        />
        <FieldPair>
          <Select
            label={t('installation.invite.project')}
            value={projectId}
            onChange={setProject}
            searchable={invitable.length > 10}
            options={[
              { value: noProject, label: t('installation.invite.noProject') },
              ...invitable.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
          {project !== undefined && (
            <Select
              label={t('installation.invite.role')}
              value={roles.includes(role) ? role : 'viewer'}
              onChange={setRole}
              options={roles.map((each) => ({ value: each, label: t(`roles.${each}`) }))}
            />
          )}
        </FieldPair>
        {problem !== undefined && <ErrorBanner title={problem} />}
        <Buttons>
          <Button size="md" kind="main" type="submit" icon="mail" loading={isBusy}>
            {t('installation.invite.action')}
          </Button>
        </Buttons>
      </FieldForm>
      {people.length > 0 && (
        <Lines live label={t('installation.invite.results')}>
          {people.map((person) => (
            <InvitedLine key={person.email} person={person} />
          ))}
        </Lines>
      )}
      <OpenInvitations key={projectId} projectId={project?.id} onSent={(person) => setPeople([person])} />
    </>
  )
}

/** Roles that a member may give: up to the own one, by editors and above. */
function rolesBelow(own: string | undefined): readonly ProjectRole[] {
  const at = projectRoles.findIndex((role) => role === own)
  return at < 0 || at > projectRoles.indexOf('editor') ? [] : projectRoles.slice(at)
}
