import { useOperation } from '@renderer/api'
import { roleName, useTranslation } from '@renderer/i18n'
import { useUsers, type WhySubject } from '@renderer/stores'

/** A principal to choose in the drawer. */
export interface SubjectOption {
  readonly value: string
  readonly label: string
  readonly subject: WhySubject
}

export const subjectValue = (subject: WhySubject): string =>
  'role' in subject
    ? `role ${subject.role}`
    : 'userId' in subject
      ? `user ${subject.userId}`
      : `token ${subject.tokenId}`

/** Returns the roles, members and API tokens of a project. A preview shows its roles only. */
export function useSubjects(projectId: string): readonly SubjectOption[] {
  const { t } = useTranslation()
  const enabled = useUsers((state) => state.previewAs) === null
  const roles = useOperation('roleList', {}, { projectId, silent: true }).data?.list ?? []
  const members = useOperation('memberList', {}, { projectId, silent: true, enabled }).data?.list ?? []
  const tokens = useOperation('apiTokenList', {}, { projectId, silent: true, enabled }).data?.list ?? []
  const option = (subject: WhySubject, label: string): SubjectOption => ({
    value: subjectValue(subject),
    label,
    subject,
  })
  return [
    ...roles.map(({ id, title }) =>
      option({ role: id }, t('why.role', { role: roleName({ role: id, roleTitle: title }) })),
    ),
    ...(enabled ? members : []).map(({ userId, email }) => option({ userId }, t('why.member', { email }))),
    ...(enabled ? tokens : []).map(({ id, title, ending }) =>
      option({ tokenId: id }, t('why.token', { title, ending })),
    ),
  ]
}
