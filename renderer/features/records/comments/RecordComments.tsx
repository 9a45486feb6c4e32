import { shortName } from '@common/util/short-name'
import type { ListedComment } from '@common/operations/comments'
import { client, messageOf, useFailure, useOperation } from '@renderer/api'
import { formatDateTime, formatRelativeTime, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  Avatar,
  Button,
  classes,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  MenuItem,
  Skeleton,
  useMinute,
} from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import { CommentField } from './CommentField'
import { CommentText } from './CommentText'
import { actorWords, throughWords } from '../history/actor-note'
import styles from './comments.module.css'

export interface RecordCommentsProps {
  readonly projectId: string
  /** Name of the table in the database. */
  readonly table: string
  /** Key as in the path of the data API. */
  readonly rowId: string
}

/** Comments shown before the user requests earlier ones. */
const shownAtOnce = 50
const shownMax = 1_000

/** The comments of a record, oldest first, and the input of a new one. */
export function RecordComments({ projectId, table, rowId }: RecordCommentsProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(shownAtOnce)
  const [problem, setProblem] = useFailure()
  const [working, setWorking] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const written = useRef(false)
  const comments = useOperation('commentList', { table, rowId, limit }, { projectId, silent: true })
  const people = useOperation('projectMemberList', {}, { projectId, silent: true }).data ?? []
  const list = comments.data?.list
  useEffect(() => {
    if (!written.current) return
    written.current = false
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [list])

  const send = async (text: string): Promise<boolean> => {
    setWorking(true)
    setProblem(undefined)
    try {
      await client.call('commentCreate', { table, rowId, text }, { projectId, silent: true })
      written.current = true
      return true
    } catch (error) {
      setProblem(error)
      return false
    } finally {
      setWorking(false)
    }
  }

  return (
    <div className={styles.comments}>
      <div className={styles.scroll} aria-busy={comments.isPending}>
        {comments.error && !list && (
          <ErrorState
            title={t('record.comments.failed')}
            text={messageOf(comments.error)}
            onRetry={() => void comments.refetch()}
          />
        )}
        {comments.isPending && (
          <div className={styles.loading} aria-hidden="true">
            <Skeleton width="50%" />
            <Skeleton width="80%" />
          </div>
        )}
        {list?.length === 0 && (
          <EmptyState title={t('record.comments.empty.title')} text={t('record.comments.empty.text')} />
        )}
        {comments.data?.more === true && limit < shownMax && (
          <Button kind="quiet" size="sm" onClick={() => setLimit((before) => Math.min(shownMax, before * 4))}>
            {t('record.comments.earlier')}
          </Button>
        )}
        <ol className={styles.list} aria-label={t('record.comments.title')}>
          {list?.map((comment) => (
            <Comment key={comment.id} comment={comment} people={people} about={{ projectId, table, rowId }} />
          ))}
        </ol>
        <div ref={end} />
      </div>
      <CommentField
        label={t('record.comments.write')}
        placeholder={t('record.comments.placeholder')}
        people={people}
        working={working}
        problem={problem}
        onSend={send}
      />
    </div>
  )
}

interface CommentProps {
  readonly comment: ListedComment
  readonly people: readonly { readonly email: string }[]
  readonly about: RecordCommentsProps
}

function Comment({ comment, people, about: { projectId, table, rowId } }: CommentProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const [editing, setEditing] = useState(false)
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useFailure()
  const about = { table, rowId, id: comment.id }
  const options = { projectId, silent: true }
  const resolved = comment.resolvedAt !== null
  const author = actorWords(comment)
  const through = throughWords(comment)

  const work = async (call: () => Promise<unknown>): Promise<boolean> => {
    setWorking(true)
    setProblem(undefined)
    try {
      await call()
      return true
    } catch (error) {
      setProblem(error)
      return false
    } finally {
      setWorking(false)
    }
  }
  const resolve = (): void => {
    void work(() => client.call('commentResolve', { ...about, resolved: !resolved }, options))
  }
  const remove = (): void => {
    void work(() => client.call('commentDelete', about, options)).then(
      (done) => done && toast.success(sentence('record.comments.deleted')),
    )
  }
  const save = async (description: string): Promise<boolean> => {
    const done = await work(() => client.call('commentUpdate', { ...about, text: description }, options))
    if (done) setEditing(false)
    return done
  }

  return (
    <li className={classes(styles.comment, resolved && styles.resolved, comment.mentionsMe && styles.toMe)}>
      {comment.user !== null && <Avatar name={comment.user} />}
      <div className={styles.body}>
        <div className={styles.who}>
          <span className={styles.author} title={comment.user ?? undefined}>
            {author}
          </span>
          {through !== undefined && (
            <span className={styles.through} title={through}>
              {through}
            </span>
          )}
          <time className={styles.when} dateTime={comment.createdAt} title={formatDateTime(comment.createdAt)}>
            {formatRelativeTime(comment.createdAt, now)}
          </time>
          {comment.editedAt !== null && (
            <span className={styles.when} title={formatDateTime(comment.editedAt)}>
              {t('record.comments.edited')}
            </span>
          )}
          {comment.mentionsMe && <span className={styles.you}>{t('record.comments.mentionsYou')}</span>}
          <span className={styles.actions}>
            <IconButton
              icon={resolved ? 'undo' : 'check'}
              size="xs"
              loading={working}
              label={t(resolved ? 'record.comments.reopen' : 'record.comments.resolve')}
              onClick={resolve}
            />
            {comment.mine && (
              <Menu
                align="end"
                target={<IconButton icon="more" size="xs" label={t('record.comments.more', { person: author })} />}
              >
                <MenuItem icon="pencil" onClick={() => setEditing(true)}>
                  {t('record.comments.edit')}
                </MenuItem>
                <MenuItem icon="trash" danger onClick={remove}>
                  {t('record.comments.delete')}
                </MenuItem>
              </Menu>
            )}
          </span>
        </div>
        {editing ? (
          <CommentField
            label={t('record.comments.edit')}
            placeholder={t('record.comments.placeholder')}
            initial={comment.text}
            focused
            people={people}
            working={working}
            problem={problem}
            onSend={save}
            onCancel={() => {
              setEditing(false)
              setProblem(undefined)
            }}
          />
        ) : (
          <CommentText text={comment.text} mentions={comment.mentions} />
        )}
        {!editing && problem !== undefined && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {resolved && (
          <p className={styles.settled}>
            {t('record.comments.resolvedBy', {
              person: comment.resolvedBy === null ? t('notices.nobody') : shortName(comment.resolvedBy),
              when: formatRelativeTime(comment.resolvedAt ?? '', now),
            })}
          </p>
        )}
      </div>
    </li>
  )
}
