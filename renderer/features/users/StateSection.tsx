import type { UserDetails } from '@common/operations/users'
import { messageOf, sentenceOf, useCommand } from '@renderer/api'
import { formatDateTime, sentence, useTranslation } from '@renderer/i18n'
import { goTo, toast } from '@renderer/stores'
import { Button, ConfirmDialog, Line, Lines, Section } from '@renderer/ui'
import { useState } from 'react'
import { RemoveUserDialog, type UserRemoval } from './RemoveUserDialog'

interface StateSectionProps {
  readonly user: UserDetails
  readonly isSelf: boolean
  readonly removal: UserRemoval
}

/** Suspends and removes a user. */
export function StateSection({ user, isSelf, removal }: StateSectionProps) {
  const { t } = useTranslation()
  const suspend = useCommand('userSuspend')
  const unsuspend = useCommand('userUnsuspend')
  const [asked, setAsked] = useState<'suspend' | 'remove'>()
  const { id: userId, email, suspendedAt } = user
  const close = (): void => setAsked(undefined)
  const ownReason = isSelf ? t('users.ownState') : undefined

  return (
    <Section title={t('users.access')}>
      <Lines>
        <Line
          title={t('users.suspension.title')}
          text={
            suspendedAt === null
              ? t('users.suspension.text')
              : t('users.suspension.since', { when: formatDateTime(suspendedAt) })
          }
        >
          {suspendedAt === null ? (
            <Button danger disabledReason={ownReason} onClick={() => setAsked('suspend')}>
              {t('users.suspension.suspend')}
            </Button>
          ) : (
            <Button
              loading={unsuspend.isPending}
              onClick={() =>
                unsuspend.mutate(
                  { args: { userId }, silent: true },
                  { onError: (error) => void toast.error(sentenceOf(error)) },
                )
              }
            >
              {t('users.suspension.lift')}
            </Button>
          )}
        </Line>
        <Line title={t('users.removal.title')} text={t('users.removal.text')}>
          <Button danger disabledReason={ownReason} onClick={() => setAsked('remove')}>
            {t('users.removal.remove')}
          </Button>
        </Line>
      </Lines>
      {asked === 'suspend' && (
        <ConfirmDialog
          opened
          title={t('users.suspension.question', { email })}
          action={t('users.suspension.suspend')}
          loading={suspend.isPending}
          error={suspend.error === null ? null : messageOf(suspend.error)}
          onClose={close}
          onSubmit={() => suspend.mutate({ args: { userId }, silent: true }, { onSuccess: close })}
        >
          {t('users.suspension.effect')}
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <RemoveUserDialog
          user={user}
          removal={removal}
          onClose={close}
          onRemoved={() => {
            toast.success(sentence('users.removal.done', { email }))
            void goTo('/user/admin')
          }}
        />
      )}
    </Section>
  )
}
