import { fileType, type FileKind } from '@common/columns/values/file-types'
import { fileEnding, storedFileAddress, type AttachedFile } from '@common/columns/values/files'
import { files, isApiError, sentenceOf } from '@renderer/api'
import { type Sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { Button, Icon, Spinner } from '@renderer/ui'
import { useEffect, useState } from 'react'
import { MediaView } from './MediaView'
import styles from './viewer.module.css'
import { downloadFile, openAddress } from './open-file'
import type { Zoom } from './zoom'

export interface FileContentProps {
  readonly projectId: string
  readonly file: AttachedFile
  readonly zoom: Zoom
  readonly onZoom: (zoom: Zoom) => void
  readonly onClose: () => void
}

/** Longer texts are cut: nothing beyond is readable here. */
const textBytes = 512 * 1024

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Sentence }
  /** A picture or a text at hand, or an address that the browser loads by itself. */
  | { readonly state: 'ready'; readonly address: string; readonly text?: string; readonly isCut?: boolean }

/** The content of a file, if a browser can show it safely. */
export function FileContent(props: FileContentProps) {
  const { t } = useTranslation()
  const { file } = props
  const { kind } = fileType(file.title)
  const isOurs = storedFileAddress(file.url) !== undefined
  const shows = isOurs && kind !== 'other' && (kind !== 'pdf' || navigator.pdfViewerEnabled)
  const loaded = useLoaded(props, shows ? kind : undefined)
  const [isBroken, setBroken] = useState(false)
  if (!isOurs) return <Plain {...props} sentence={t('attachments.elsewhere')} />
  if (!shows || isBroken)
    return <Plain {...props} sentence={t(isBroken ? 'attachments.notShown' : 'attachments.noPreview')} />
  if (loaded.state === 'loading')
    return (
      <div className={styles.waiting}>
        <Spinner />
      </div>
    )
  if (loaded.state === 'failed') return <Plain {...props} sentence={sentenceText(loaded.problem)} />
  const broken = (): void => setBroken(true)
  switch (kind) {
    case 'image':
      return <ImageView {...props} address={loaded.address} onError={broken} />
    case 'video':
    case 'audio':
      return (
        <MediaView
          kind={kind}
          title={file.title}
          address={loaded.address}
          renew={() => files.link(props.projectId, file.url)}
          onBroken={broken}
        />
      )
    case 'pdf':
      return <iframe className={styles.page} src={loaded.address} title={file.title} />
    default:
      return (
        <div className={styles.textBox}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it scrolls by keys */}
          <pre className={styles.text} tabIndex={0} dir="auto">
            {loaded.text}
          </pre>
          {loaded.isCut === true && <p className={styles.cut}>{t('attachments.cut')}</p>}
        </div>
      )
  }
}

function useLoaded({ projectId, file }: FileContentProps, kind: FileKind | undefined): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  useEffect(() => {
    if (kind === undefined) return undefined
    const stop = new AbortController()
    let address: string | undefined
    const load = async (): Promise<Loaded> => {
      if (kind === 'image') {
        address = URL.createObjectURL(await files.read(file.url, stop.signal))
        return { state: 'ready', address }
      }
      const link = await files.link(projectId, file.url)
      if (kind !== 'text') return { state: 'ready', address: link }
      const answer = await fetch(link, { headers: { range: `bytes=0-${textBytes - 1}` }, signal: stop.signal })
      const isCut = Number(answer.headers.get('content-range')?.split('/')[1] ?? 0) > textBytes
      // An empty file has no first byte.
      return { state: 'ready', address: link, text: answer.status === 416 ? '' : await answer.text(), isCut }
    }
    load().then(
      (next) => {
        if (stop.signal.aborted && address !== undefined) URL.revokeObjectURL(address)
        else if (!stop.signal.aborted) setLoaded(next)
      },
      (error: unknown) => {
        if (!stop.signal.aborted && !isApiError(error, 'CANCELLED'))
          setLoaded({ state: 'failed', problem: sentenceOf(error) })
      },
    )
    return () => {
      stop.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [projectId, file.url, kind])
  return loaded
}

function ImageView({
  file,
  address,
  zoom,
  onZoom,
  onError,
  onClose,
}: FileContentProps & { readonly address: string; readonly onError: () => void }) {
  const [width, setWidth] = useState(0)
  return (
    <div
      className={styles.picture}
      data-fit={zoom === 'fit' || undefined}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      role="presentation"
    >
      <img
        src={address}
        alt={file.title}
        draggable={false}
        onLoad={(event) => setWidth(event.currentTarget.naturalWidth)}
        onError={onError}
        onDoubleClick={() => onZoom(zoom === 'fit' ? 1 : 'fit')}
        style={zoom === 'fit' || width === 0 ? undefined : { width: width * zoom, maxWidth: 'none', maxHeight: 'none' }}
      />
    </div>
  )
}

/** A file without a preview: its kind, the reason, and a download button. */
function Plain({ projectId, file, sentence }: FileContentProps & { readonly sentence: string }) {
  const { t } = useTranslation()
  const isOurs = storedFileAddress(file.url) !== undefined
  return (
    <div className={styles.plain}>
      <span className={styles.sheet}>{fileEnding(file.title) || <Icon name="file" size={24} />}</span>
      <h3>
        <bdi>{file.title}</bdi>
      </h3>
      <p>{sentence}</p>
      <Button
        kind="main"
        size="md"
        icon={isOurs ? 'download' : 'link'}
        onClick={() => (isOurs ? void downloadFile(projectId, file) : openAddress(file.url))}
      >
        {t(isOurs ? 'attachments.download' : 'attachments.openAddress')}
      </Button>
    </div>
  )
}
