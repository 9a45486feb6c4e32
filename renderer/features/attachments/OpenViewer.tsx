import { fileType } from '@common/columns/values/file-types'
import { formatBytes, logicalKey, useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import styles from './viewer.module.css'
import { downloadFile } from './open-file'
import { closeViewer, step, useViewer, type Viewed } from './viewer-store'
import { FileContent } from './ViewerContent'
import { fitZoom, zoomed, type Zoom } from './zoom'

/** The files of a cell, one at a time, in a full-screen viewer. */
export function OpenViewer({ viewed, onClosed }: { readonly viewed: Viewed; readonly onClosed: () => void }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<Zoom>(fitZoom)
  const { files, at, projectId } = viewed
  const file = files[at]
  useLayoutEffect(() => dialog.current?.focus(), [])
  useEffect(() => setZoom(fitZoom), [at])
  if (!file) return null
  const isImage = fileType(file.title).kind === 'image'
  const go = (by: number): void => useViewer.setState({ viewed: step(viewed, by) })
  const close = (): void => {
    closeViewer()
    onClosed()
  }
  const press = (event: KeyboardEvent): void => {
    const key = logicalKey(event.key)
    const inFilm = event.target instanceof HTMLMediaElement
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') turn(event, dialog.current)
    else if (key === 'ArrowRight' && !inFilm && files.length > 1) go(1)
    else if (key === 'ArrowLeft' && !inFilm && files.length > 1) go(-1)
    else if (isImage && (event.key === '+' || event.key === '=')) setZoom(zoomed(zoom, 1))
    else if (isImage && event.key === '-') setZoom(zoomed(zoom, -1))
    else if (isImage && event.key === '0') setZoom(fitZoom)
    else {
      event.stopPropagation()
      return
    }
    if (event.key !== 'Tab') event.preventDefault()
    event.stopPropagation()
  }
  return createPortal(
    <div
      ref={dialog}
      className={styles.viewer}
      role="dialog"
      aria-modal="true"
      tabIndex={-1}
      aria-label={t('attachments.viewer', { name: file.title })}
      onKeyDown={press}
    >
      <header className={styles.head}>
        <h2 className={styles.title} title={file.title}>
          <bdi>{file.title}</bdi>
        </h2>
        <span className={styles.facts}>
          {[
            files.length > 1 ? t('attachments.position', { at: at + 1, count: files.length }) : '',
            file.size === undefined ? '' : formatBytes(file.size),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={styles.spacer} />
        {isImage && (
          <>
            <IconButton
              icon="minus"
              size="md"
              label={t('attachments.smaller')}
              keys="-"
              onClick={() => setZoom(zoomed(zoom, -1))}
            />
            <button type="button" className={styles.zoom} onClick={() => setZoom(zoom === fitZoom ? 1 : fitZoom)}>
              {zoom === fitZoom ? t('attachments.fit') : t('attachments.zoom', { percent: Math.round(zoom * 100) })}
            </button>
            <IconButton
              icon="plus"
              size="md"
              label={t('attachments.larger')}
              keys="+"
              onClick={() => setZoom(zoomed(zoom, 1))}
            />
          </>
        )}
        <IconButton
          icon="download"
          size="md"
          label={t('attachments.download')}
          onClick={() => void downloadFile(projectId, file)}
        />
        <IconButton icon="close" size="md" label={t('attachments.close')} keys="Escape" onClick={close} />
      </header>
      <div className={styles.stage}>
        <FileContent
          key={`${at} ${file.url}`}
          projectId={projectId}
          file={file}
          zoom={zoom}
          onZoom={setZoom}
          onClose={close}
        />
        {files.length > 1 && (
          <>
            <span className={styles.previous}>
              <IconButton
                icon="chevronLeft"
                mirrored
                size="lg"
                label={t('attachments.previous')}
                keys={logicalKey('ArrowLeft')}
                onClick={() => go(-1)}
              />
            </span>
            <span className={styles.next}>
              <IconButton
                icon="chevronRight"
                mirrored
                size="lg"
                label={t('attachments.next')}
                keys={logicalKey('ArrowRight')}
                onClick={() => go(1)}
              />
            </span>
          </>
        )}
      </div>
      <div className={styles.said} aria-live="polite">
        {t('attachments.shown', { name: file.title, at: at + 1, count: files.length })}
      </div>
    </div>,
    document.body,
  )
}

/** Traps the focus inside the viewer. */
function turn(event: KeyboardEvent, within: HTMLElement | null): void {
  const stops = [...(within?.querySelectorAll<HTMLElement>('button, video, audio, iframe, [tabindex="0"]') ?? [])]
  const [first, last] = [stops[0], stops.at(-1)]
  const now = document.activeElement
  const leaves = event.shiftKey ? now === first || now === within : now === last
  if (!leaves) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
