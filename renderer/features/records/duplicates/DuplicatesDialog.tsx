import { duplicatesMax } from '@common/constants'
import type { Table } from '@common/model'
import { isApiError, sentenceOf, useFailure } from '@renderer/api'
import { sayDone } from '@renderer/features/undo'
import { formatFacts, sentence, useTranslation } from '@renderer/i18n'
import { Button, Dialog, Segments, Spinner } from '@renderer/ui'
import { useEffect, useMemo, useState, type ComponentProps } from 'react'
import { referencedBy } from '../filter/narrowed'
import type { GridSession } from '../session/session'
import { deleteDuplicates } from './delete-duplicates'
import { DuplicateGroups } from './DuplicateGroups'
import { DuplicatesForm } from './DuplicatesForm'
import { createdColumn, readDuplicates, shownColumns, type Duplicates, type DuplicatesChoice } from './duplicates'
import styles from './duplicates.module.css'
import { countDeleted, keepRules, undecided, withRule, type KeepRule } from './survivors'

export interface DuplicatesDialogProps {
  readonly session: GridSession
  /** Names of the columns to compare at first. */
  readonly columns: readonly string[]
  readonly onClose: () => void
}

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'reading'; readonly loaded?: number; readonly records?: number }
  | { readonly kind: 'found'; readonly found: Duplicates }
  | { readonly kind: 'deleting'; readonly found: Duplicates; readonly deleted: number }

/** Choices of the last search, until the window closes. */
let lastChoice = { ignoreCase: true, ignoreSpaces: true, withEmpty: false }

/** Finds equal records, and deletes all but one of each group. Closing the dialog cancels the search. */
export function DuplicatesDialog({ session, columns, onClose }: DuplicatesDialogProps) {
  const { table, query, model } = session
  const { t } = useTranslation()
  const { choice, isNarrowed, state, decisions, error, change, setDecisions, find, stop, remove } = useDuplicates(
    session,
    columns,
    onClose,
  )
  const found = state.kind === 'found' || state.kind === 'deleting' ? state.found : undefined
  const count = useMemo(() => countDeleted(found?.groups ?? [], decisions), [found, decisions])
  const isEmpty = found?.groups.length === 0
  const deletes = found !== undefined && !isEmpty
  return (
    <Dialog
      opened
      width={880}
      title={t('grid.duplicates.title', { table: table.title })}
      action={deletes ? t('grid.duplicates.delete', { count }) : t('grid.duplicates.find')}
      danger={deletes}
      focusAction={!deletes}
      keepOnEscape
      loading={state.kind === 'deleting'}
      disabledReason={
        choice.columns.length === 0
          ? t('grid.duplicates.noField')
          : deletes && count === 0
            ? t('grid.duplicates.noTick')
            : state.kind === 'reading' || (choice.ofView && query.isPending === true)
              ? t('grid.duplicates.reading')
              : undefined
      }
      error={error}
      onSubmit={() => (deletes ? remove(found) : find())}
      onClose={onClose}
    >
      <div className={styles.body}>
        <DuplicatesForm table={table} choice={choice} isNarrowed={isNarrowed} onChange={change} />
        {state.kind === 'reading' && (
          <div className={styles.state} role="status">
            <Spinner />
            {state.loaded === undefined || state.records === undefined
              ? t('grid.duplicates.reading')
              : t('grid.duplicates.loaded', { loaded: state.loaded, count: state.records })}
            <Button kind="quiet" onClick={stop}>
              {t('grid.duplicates.stop')}
            </Button>
          </div>
        )}
        {state.kind === 'deleting' && (
          <p className={styles.state} role="status">
            {t('grid.duplicates.deleted', { deleted: state.deleted, count })}
          </p>
        )}
        {isEmpty && (
          <p className={styles.state} role="status">
            {t('grid.duplicates.none')}
          </p>
        )}
        {deletes && (
          <FoundDuplicates
            table={table}
            found={found}
            columns={shownColumns(table, choice)}
            reader={model.reader}
            decisions={decisions}
            onDecide={setDecisions}
          />
        )}
      </div>
    </Dialog>
  )
}

/** The search and its result: the user's choice, the state of the request, and what happens to the records found. */
function useDuplicates(session: GridSession, columns: readonly string[], onClose: () => void) {
  const { projectId, table, query, model, notes } = session
  const { t } = useTranslation()
  const isNarrowed = query.filter !== undefined || query.search !== ''
  const [choice, setChoice] = useState<DuplicatesChoice>({ ...lastChoice, columns, ofView: isNarrowed })
  const [state, setState] = useState<State>({ kind: 'asking' })
  const [decisions, setDecisions] = useState(undecided)
  const [error, setError] = useFailure()
  const [request, setRequest] = useState<AbortController>()
  useEffect(() => () => request?.abort(), [request])
  const change = (part: Partial<DuplicatesChoice>): void => {
    setChoice((before) => ({ ...before, ...part }))
    setError(undefined)
    request?.abort()
    setState({ kind: 'asking' })
  }
  const find = (): void => {
    const made = new AbortController()
    const { ignoreCase, ignoreSpaces, withEmpty } = choice
    lastChoice = { ignoreCase, ignoreSpaces, withEmpty }
    setRequest(made)
    setError(undefined)
    setDecisions(({ rule }) => ({ ...undecided, rule }))
    setState({ kind: 'reading' })
    const progress = (loaded: number, records: number): void => setState({ kind: 'reading', loaded, records })
    readDuplicates({ projectId, table, choice, rows: query }, progress, made.signal).then(
      (duplicates) => setState({ kind: 'found', found: duplicates }),
      (problem: unknown) => {
        if (made.signal.aborted) return
        setState({ kind: 'asking' })
        setError(isApiError(problem, 'QUERY_TIMEOUT') ? sentence('grid.duplicates.slow') : problem)
      },
    )
  }
  const stop = (): void => {
    request?.abort()
    setState({ kind: 'asking' })
  }
  const remove = (duplicates: Duplicates): void => {
    setError(undefined)
    let deleted = 0
    const progress = (done: number): void => {
      deleted = done
      setState({ kind: 'deleting', found: duplicates, deleted })
    }
    progress(0)
    const compared = shownColumns(table, choice).filter(({ name }) => choice.columns.includes(name))
    deleteDuplicates(model, duplicates.groups, decisions, compared, progress).then(
      ({ count: all, isStaged }) => {
        if (isStaged) notes.announce(t('staged.announced'))
        else sayDone(projectId, sentence('grid.deleted', { count: all }))
        onClose()
      },
      (problem: unknown) => {
        const reason = isApiError(problem, 'VALUE_CHANGED')
          ? sentence('grid.duplicates.changed')
          : (referencedBy(projectId, problem)?.sentence ?? sentenceOf(problem))
        setError(deleted === 0 ? reason : sentence('grid.duplicates.stopped', { count: deleted, reason }))
        setState(deleted === 0 ? { kind: 'found', found: duplicates } : { kind: 'asking' })
      },
    )
  }
  return { choice, isNarrowed, state, decisions, error, change, setDecisions, find, stop, remove }
}

interface FoundDuplicatesProps extends Omit<ComponentProps<typeof DuplicateGroups>, 'groups'> {
  readonly table: Table
  readonly found: Duplicates
}

/** The groups found, with the rule for which record of each stays. */
function FoundDuplicates({ table, found, columns, reader, decisions, onDecide }: FoundDuplicatesProps) {
  const { t } = useTranslation()
  const age = createdColumn(table) !== undefined || table.columns.some(({ autoIncrement }) => autoIncrement)
  const ruleLabel = (rule: KeepRule): string =>
    t(rule !== 'filled' && age ? `grid.duplicates.rules.${rule}ByAge` : `grid.duplicates.rules.${rule}`)
  return (
    <>
      <div className={styles.summary} role="status">
        <span dir="auto">
          {formatFacts([
            t('grid.duplicates.groups', { count: found.groups.length }),
            t('grid.duplicates.records', { count: found.records }),
          ])}
        </span>
        <span className={styles.keep}>
          {t('grid.duplicates.keep')}
          <Segments
            label={t('grid.duplicates.keep')}
            value={decisions.rule}
            onChange={(rule: KeepRule) => onDecide(withRule(decisions, rule))}
            options={keepRules.map((value) => ({ value, label: ruleLabel(value) }))}
          />
        </span>
      </div>
      {found.isCut && <p className={styles.hint}>{t('grid.duplicates.cut', { max: duplicatesMax })}</p>}
      <DuplicateGroups
        // Begins at the first page after each search.
        key={found.groups[0]?.id}
        groups={found.groups}
        columns={columns}
        reader={reader}
        decisions={decisions}
        onDecide={onDecide}
      />
    </>
  )
}
