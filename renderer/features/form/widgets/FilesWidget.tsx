import type { AttachedFile } from '@common/columns/values/files'
import { fileLimitsMax } from '@common/views/form'
import { fileProblem } from '@common/views/form-answers'
import { isApiError, sentenceOf } from '@renderer/api'
import { sentenceText, useTranslation } from '@renderer/i18n'
import { Button, classes, Icon, IconButton } from '@renderer/ui'
import { useRef, useState } from 'react'
import { problemOf, type ComingFile, type Draft } from '../answers'
import styles from '../form.module.css'
import { described, valueOf, type FilesHands, type WidgetProps } from './widget'

let lastId = 0

/** Files: dropped, chosen or pasted. Each uploads immediately and can be removed until the form is sent. */
export function FilesWidget(props: WidgetProps & { readonly hands: FilesHands }) {
  const { field, draft, onLeave, sources, hands } = props
  const { coming, onComing, onChange } = hands
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const files = filesOf(draft)
  // Several uploads may finish between two renders, or while another page of the form is shown.
  const keep = (how: (files: readonly AttachedFile[]) => readonly AttachedFile[]): void =>
    onChange((before) => {
      const next = how(filesOf(before))
      return { kind: 'value', value: next.length === 0 ? null : next }
    })
  const change = (id: number, patch: Partial<ComingFile>): void =>
    onComing((before) => before.map((one) => (one.id === id ? { ...one, ...patch } : one)))
  const drop = (id: number): void => onComing((before) => before.filter((one) => one.id !== id))

  const send = async ({ id, file, stop }: ComingFile): Promise<void> => {
    const refused = fileProblem(field.files, [{ title: file.name, size: file.size }])
    if (refused !== undefined) return change(id, { problem: problemOf(field, refused) })
    try {
      const stored = await sources.upload(file, { signal: stop.signal, onProgress: (sent) => change(id, { sent }) })
      keep((before) => [...before, stored])
      drop(id)
    } catch (error) {
      if (isApiError(error, 'CANCELLED')) drop(id)
      else change(id, { problem: sentenceOf(error) })
    }
  }
  const add = (given: readonly File[]): void => {
    const made = given.map((file): ComingFile => ({ id: (lastId += 1), file, sent: 0, stop: new AbortController() }))
    onComing((before) => [...before, ...made])
    for (const one of made) void send(one)
  }

  return (
    <div className={styles.files} onBlur={onLeave}>
      <div
        {...described(props)}
        role="group"
        className={classes(styles.drop, isOver && styles.over)}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return
          event.preventDefault()
          add([...event.clipboardData.files])
        }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          event.stopPropagation()
          event.dataTransfer.dropEffect = 'copy'
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false)
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          event.stopPropagation()
          add([...event.dataTransfer.files])
        }}
      >
        <Icon name="arrowUp" size={14} />
        <span>{t('forms.dropFile')}</span>
        <Button onClick={() => picker.current?.click()}>{t('forms.chooseFile')}</Button>
        <input
          ref={picker}
          type="file"
          multiple={field.files.count > 1}
          accept={field.files.types.map((type) => `.${type}`).join(',') || undefined}
          hidden
          tabIndex={-1}
          aria-label={field.label}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </div>
      <FileHint field={field} />
      {(files.length > 0 || coming.length > 0) && (
        <ul className={styles.fileList}>
          {files.map((file, at) => (
            <li key={`${file.url} ${at}`}>
              <Icon name="file" size={14} />
              <bdi className={styles.fileName}>{file.title}</bdi>
              <IconButton
                icon="close"
                size="xs"
                label={t('forms.removeFile', { file: file.title })}
                onClick={() => keep((before) => before.filter(({ url }, other) => other !== at || url !== file.url))}
              />
            </li>
          ))}
          {coming.map(({ id, file, sent, problem, stop }) => (
            <li key={id}>
              <Icon name={problem === undefined ? 'file' : 'warning'} size={14} />
              <bdi className={styles.fileName}>{file.name}</bdi>
              {problem === undefined ? (
                <progress
                  max={Math.max(1, file.size)}
                  value={sent}
                  aria-label={t('attachments.progress', { name: file.name })}
                />
              ) : (
                <span className={styles.fileProblem} role="alert">
                  {sentenceText(problem)}
                </span>
              )}
              <IconButton
                icon="close"
                size="xs"
                label={t('forms.removeFile', { file: file.name })}
                onClick={() => {
                  stop.abort()
                  drop(id)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Limits of a field, where the form sets any. */
function FileHint({ field: { files } }: Pick<WidgetProps, 'field'>) {
  const { t } = useTranslation()
  const { count, megabytes, types } = files
  const parts = [
    ...(count < fileLimitsMax.count ? [t('forms.files.takesCount', { count })] : []),
    ...(megabytes < fileLimitsMax.megabytes ? [t('forms.files.takesSize', { megabytes })] : []),
    ...(types.length > 0 ? [t('forms.files.takesTypes', { types: types.join(', ') })] : []),
  ]
  return parts.length === 0 ? null : <p className={styles.fileHint}>{parts.join(' · ')}</p>
}

function filesOf(draft: Draft): readonly AttachedFile[] {
  const value = valueOf(draft)
  return Array.isArray(value) ? (value as readonly AttachedFile[]) : []
}
