import { isApiError, sentenceOf } from '@renderer/api'
import { sentence, type Sentence, sentenceText, t as translate, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, Dialog, ErrorBanner, IconButton, Spinner } from '@renderer/ui'
import { useEffect, useState } from 'react'
import { previewOf, textOf, type Preview } from './commit'
import { withoutParts, type NetChange } from './net-changes'
import styles from './staged.module.css'
import { commitNow, stagedReview, useStagedReview } from './staged-review'
import { restage, stagedOf } from './staging'
import { useStaged } from './use-staged'

/** Number of blocks drawn in the list. A commit writes all of them. */
const shownMax = 200

type Shown =
  | { readonly state: 'asking' }
  | ({ readonly state: 'ready' } & Preview)
  | { readonly state: 'failed'; readonly message: Sentence; readonly at: number | undefined }

/** Lists the SQL that a commit runs and the changes that it makes, each of which can be discarded. */
export function StagedReview({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const nets = useStaged(projectId)
  const { problems: refused, isCommitting, skipped } = useStagedReview()
  const shown = usePreview(projectId, nets, isCommitting)
  const conflicts = shown.state === 'ready' ? shown.conflicts : []
  const isConflict = conflicts.length > 0
  const mayOverwrite = conflicts.some(({ isGone }) => isGone !== true)
  const problems = isConflict ? conflicts : refused
  const sql = shown.state === 'ready' ? shown.statements.map((statement) => `${statement.sql};`).join('\n') : ''
  const blocks = blocksOf(shown, nets.length)
  const problemsAt = (net: NetChange | undefined): readonly string[] =>
    problems.filter((problem) => isAbout(problem.net, net)).map(({ message }) => sentenceText(message))
  const general = problems
    .filter(({ net }) => !nets.some((each) => isAbout(net, each)))
    .map(({ message }) => sentenceText(message))
  return (
    <Dialog
      opened
      width={880}
      title={t('staged.title', { count: nets.length })}
      action={t('staged.commit')}
      leave={t('staged.close')}
      loading={isCommitting}
      onSubmit={() => void commitNow(projectId)}
      onClose={stagedReview.close}
    >
      {refused.length > 0 && (
        <ErrorBanner title={t('staged.nothingWritten', { reasons: [...new Set(general)].join(' ') })} />
      )}
      {skipped > 0 && isConflict && <ErrorBanner title={t('staged.skipped', { count: skipped })} />}
      <div className={styles.head}>
        <p>{t(hintOf(isConflict, mayOverwrite))}</p>
        <span className={styles.spacer} />
        {mayOverwrite && (
          <Button onClick={() => void commitNow(projectId, true)} disabled={isCommitting}>
            {t('staged.overwrite')}
          </Button>
        )}
        {sql !== '' && (
          <Button icon="copy" onClick={() => void copyText(sql).then(() => toast.success(sentence('staged.copied')))}>
            {t('staged.copy')}
          </Button>
        )}
      </div>
      {shown.state === 'asking' && (
        <p className={styles.asking} role="status">
          <Spinner /> {t('staged.asking')}
        </p>
      )}
      {shown.state === 'failed' && shown.at === undefined && <ErrorBanner title={sentenceText(shown.message)} />}
      <ol className={styles.list} aria-label={t('staged.label')}>
        {blocks.slice(0, shownMax).map((block) => (
          <li key={block.places.join(' ')} className={styles.block}>
            {block.sql !== undefined && (
              <pre className={styles.sql} dir="ltr" tabIndex={0}>
                {block.sql}
              </pre>
            )}
            {block.places.map((at) => {
              const net = nets[at]
              if (net === undefined) return null
              const invalid = shown.state === 'failed' && shown.at === at ? [sentenceText(shown.message)] : []
              return (
                <ChangeLine
                  key={at}
                  net={net}
                  problems={[...new Set([...problemsAt(net), ...invalid])]}
                  disabled={isCommitting}
                  onDiscard={() => discardOne(projectId, net)}
                />
              )
            })}
          </li>
        ))}
      </ol>
      {blocks.length > shownMax && (
        <p className={styles.more}>{t('staged.more', { count: blocks.length - shownMax })}</p>
      )}
    </Dialog>
  )
}

function hintOf(isConflict: boolean, mayOverwrite: boolean) {
  if (!isConflict) return 'staged.hint' as const
  return mayOverwrite ? ('staged.overwriteHint' as const) : ('staged.goneHint' as const)
}

interface Block {
  readonly sql: string | undefined
  /** Positions of its changes. */
  readonly places: readonly number[]
}

/** Statements with their changes, then changes that need none. */
function blocksOf(shown: Shown, count: number): readonly Block[] {
  const statements = shown.state === 'ready' ? shown.statements : []
  const told = new Set(statements.flatMap(({ changes }) => changes))
  const others = Array.from({ length: count }, (_, at) => at).filter((at) => !told.has(at))
  return [
    ...statements.map(({ sql, changes }) => ({ sql, places: changes })),
    ...others.map((at) => ({ sql: undefined, places: [at] })),
  ]
}

/** Fetches the SQL again after each change of the list, but not while a write runs. */
function usePreview(projectId: string, nets: readonly NetChange[], isCommitting: boolean): Shown {
  const [shown, setShown] = useState<{ readonly of: readonly NetChange[]; readonly is: Shown }>()
  useEffect(() => {
    if (isCommitting) return undefined
    const request = new AbortController()
    previewOf(projectId, nets, request.signal).then(
      (preview) => setShown({ of: nets, is: { state: 'ready', ...preview } }),
      (error: unknown) => {
        if (request.signal.aborted) return
        const row = isApiError(error) ? error.details['row'] : undefined
        const message = sentenceOf(error)
        setShown({ of: nets, is: { state: 'failed', message, at: typeof row === 'number' ? row : undefined } })
      },
    )
    return () => request.abort()
  }, [projectId, nets, isCommitting])
  return shown?.of === nets ? shown.is : { state: 'asking' }
}

interface ChangeLineProps {
  readonly net: NetChange
  readonly problems: readonly string[]
  readonly disabled: boolean
  readonly onDiscard: () => void
}

function ChangeLine({ net, problems, disabled, onDiscard }: ChangeLineProps) {
  const { t } = useTranslation()
  const what = whatOf(net)
  return (
    <div className={styles.change}>
      <div className={styles.what}>
        <span dir="auto">{what}</span>
        <span className={styles.values} dir="auto">
          {valuesOf(net)}
        </span>
        {problems.map((problem) => (
          <span key={problem} className={styles.problem} role="alert">
            {problem}
          </span>
        ))}
      </div>
      <IconButton
        icon="trash"
        size="sm"
        label={t('staged.discardOne', { what })}
        disabled={disabled}
        onClick={onDiscard}
      />
    </div>
  )
}

function whatOf({ table: { title: table }, change }: NetChange): string {
  if (change.kind === 'create') return translate('staged.create', { table })
  const { record = translate('undo.record', { key: change.rowKey.replaceAll('___', ', ') }) } = change
  return change.kind === 'delete'
    ? translate('staged.delete', { record, table })
    : translate('staged.update', { record, table })
}

function valuesOf({ change }: NetChange): string {
  if (change.kind === 'delete') return ''
  const before = change.kind === 'update' ? change.expected : undefined
  return Object.entries(change.values)
    .map(([title, value]) =>
      before !== undefined && Object.hasOwn(before, title)
        ? translate('staged.from', { column: title, before: shownText(before[title]), after: shownText(value) })
        : translate('staged.value', { column: title, value: shownText(value) }),
    )
    .join(' · ')
}

/** Characters shown of a value. */
const valueMax = 80

function shownText(value: unknown): string {
  if (value === null || value === undefined || value === '') return translate('unsaved.empty')
  const text = textOf(value)
  return text.length > valueMax ? `${text.slice(0, valueMax)}…` : text
}

const isAbout = (one: NetChange | undefined, other: NetChange | undefined): boolean =>
  one !== undefined && other !== undefined && nameOf(one) === nameOf(other)

const nameOf = ({ parts }: NetChange): string => parts.map(({ batch, at }) => `${batch} ${at}`).join()

function discardOne(projectId: string, net: NetChange): void {
  const label = translate('staged.discarded', { count: 1 })
  restage(
    projectId,
    { label, undone: translate('staged.back', { count: 1 }) },
    withoutParts(stagedOf(projectId), net.parts),
  )
  if (stagedOf(projectId).length === 0) stagedReview.close()
}
