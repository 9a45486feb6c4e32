import type { FileMoveView, FilePlace } from '@common/operations/attachments'
import { client, messageOf, operationKey, useCommand, type ApiError } from '@renderer/api'
import { formatBytes, serverText, useTranslation } from '@renderer/i18n'
import { Button, DoneBanner, ErrorBanner, ProgressLine } from '@renderer/ui'
import { useQuery } from '@tanstack/react-query'
import styles from './app-store.module.css'

const pollMs = 1_000

/** Follows a running move, also one that another window started. */
function useFileMove() {
  return useQuery<FileMoveView, ApiError>({
    queryKey: operationKey('fileMoveRead', {}, undefined),
    queryFn: ({ signal }) => client.call('fileMoveRead', {}, { signal, silent: true }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.move?.state === 'running' ? pollMs : false),
  })
}

/** Where the attachments of all projects are; moves them to the active storage, with progress. */
export function FilesLine() {
  const { t } = useTranslation()
  const { data } = useFileMove()
  const start = useCommand('fileMoveStart')
  const cancel = useCommand('fileMoveCancel')
  if (data === undefined) return null
  const { active, places, move } = data
  const nameOf = (place: FilePlace): string =>
    place === 'local' ? t('plugins.files.local') : t(`plugins.services.${place}`)
  const elsewhere = places.filter(({ place }) => place !== active).reduce((sum, { files }) => sum + files, 0)
  const isRunning = move?.state === 'running'
  const problem = serverText(undefined, move?.problem ?? undefined)
  const error = start.error ?? cancel.error
  return (
    <div className={styles.files}>
      <div className={styles.filesHead}>
        <span>
          {places.length === 0
            ? t('plugins.files.none')
            : places
                .map(({ place, files, bytes }) =>
                  t('plugins.files.inPlace', { count: files, size: formatBytes(bytes), place: nameOf(place) }),
                )
                .join(' · ')}
        </span>
        {isRunning ? (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate({ args: {}, silent: true })}>
            {t('plugins.files.cancel')}
          </Button>
        ) : (
          elsewhere > 0 && (
            <Button
              icon="send"
              loading={start.isPending}
              onClick={() => start.mutate({ args: { to: active }, silent: true })}
            >
              {t('plugins.files.move', { count: elsewhere, place: nameOf(active) })}
            </Button>
          )
        )}
      </div>
      {isRunning && (
        <ProgressLine
          label={t('plugins.files.moving', { place: nameOf(move.to) })}
          percent={move.total === 0 ? 100 : Math.round((move.moved / move.total) * 100)}
          detail={t('plugins.files.progress', {
            moved: move.moved,
            total: move.total,
            size: formatBytes(move.bytes),
            place: nameOf(move.to),
          })}
        />
      )}
      {move?.state === 'failed' && elsewhere > 0 && (
        <ErrorBanner
          title={t('plugins.files.failed', { count: move.failed, place: nameOf(move.to) })}
          {...(problem !== '' && { text: problem })}
        />
      )}
      {move?.state === 'done' && move.moved > 0 && elsewhere === 0 && (
        <DoneBanner title={t('plugins.files.done', { count: move.moved, place: nameOf(move.to) })} />
      )}
      {error !== null && <ErrorBanner title={messageOf(error)} />}
    </div>
  )
}
