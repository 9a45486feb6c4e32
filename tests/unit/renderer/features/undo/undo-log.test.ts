import { sentenceText } from '@renderer/i18n'
import { beforeEach, describe, expect, it } from 'vitest'
import { UndoConflict, UndoImpossible, undoLog, undoStepsMax, type UndoStep } from '@renderer/features/undo/undo-log'

const project = 'shop'
let done: string[] = []

const step = (label: string, part: Partial<UndoStep> = {}): UndoStep => ({
  label,
  undone: `${label} taken back`,
  undo: () => Promise.resolve(void done.push(`undo ${label}`)),
  redo: () => Promise.resolve(void done.push(`redo ${label}`)),
  ...part,
})
const states = (): string[] =>
  undoLog.history(project).entries.map(({ label, state }) => `${sentenceText(label)} ${state}`)

beforeEach(() => {
  undoLog.clear()
  done = []
})

describe('The history of a session', () => {
  it('takes steps back in the opposite order and does them again in theirs', async () => {
    for (const label of ['a', 'b', 'c']) undoLog.record(project, step(label))
    await undoLog.undo(project)
    await undoLog.undo(project)
    expect(states()).toEqual(['a done', 'b undone', 'c undone'])
    await undoLog.redo(project)
    expect(done).toEqual(['undo c', 'undo b', 'redo b'])
    expect(states()).toEqual(['a done', 'b done', 'c undone'])
  })

  it('takes back one step alone, whatever was done after it, and only once', async () => {
    for (const label of ['a', 'b', 'c']) undoLog.record(project, step(label))
    const id = undoLog.history(project).entries[0]?.id ?? 0
    await undoLog.undoOne(project, id)
    expect(states()).toEqual(['a undone', 'b done', 'c done'])
    expect(await undoLog.undoOne(project, id)).toEqual({ kind: 'nothing', direction: 'undo' })
    await undoLog.redoOne(project, id)
    expect(done).toEqual(['undo a', 'redo a'])
    expect(states()).toEqual(['a done', 'b done', 'c done'])
  })

  it('waits with taking back for what is still being written, however late its step comes', async () => {
    undoLog.record(project, step('a'))
    let arrive = (): void => undefined
    const written = new Promise<void>((settle) => {
      arrive = settle
    }).then(() => undoLog.record(project, step('b')))
    void undoLog.during(project, written)
    const undone = undoLog.undo(project)
    arrive()
    expect(await undone).toMatchObject({ kind: 'done', entry: { label: 'b' } })
    expect(states()).toEqual(['a done', 'b undone'])
  })

  it('waits for a group whose steps are on their way', async () => {
    undoLog.record(project, step('a'))
    const written = Promise.withResolvers<void>()
    const group = undoLog.group(project, undefined, async () => {
      await written.promise
      undoLog.record(project, step('b'))
    })
    const undone = undoLog.undo(project)
    written.resolve()
    await group
    expect(await undone).toMatchObject({ kind: 'done', entry: { label: 'b' } })
  })

  it('does one thing at a time, however fast the keys are pressed', async () => {
    const open: (() => void)[] = []
    const slow = (label: string): UndoStep =>
      step(label, {
        undo: async () => {
          done.push(`begin ${label}`)
          await new Promise<void>((settle) => open.push(settle))
          done.push(`end ${label}`)
        },
      })
    undoLog.record(project, slow('a'))
    undoLog.record(project, slow('b'))
    const both = [undoLog.undo(project), undoLog.undo(project)]
    await expect.poll(() => open.length).toBe(1)
    expect(undoLog.history(project).working?.label).toBe('b')
    open[0]?.()
    await expect.poll(() => open.length).toBe(2)
    open[1]?.()
    await Promise.all(both)
    expect(done).toEqual(['begin b', 'end b', 'begin a', 'end a'])
  })

  it('forgets what was taken back when something new is done', async () => {
    undoLog.record(project, step('a'))
    undoLog.record(project, step('b'))
    await undoLog.undo(project)
    undoLog.record(project, step('c'))
    expect(states()).toEqual(['a done', 'c done'])
    expect(await undoLog.redo(project)).toEqual({ kind: 'nothing', direction: 'redo' })
  })

  it('keeps projects apart', async () => {
    undoLog.record(project, step('a'))
    expect(await undoLog.undo('another')).toEqual({ kind: 'nothing', direction: 'undo' })
    expect(states()).toEqual(['a done'])
  })

  it('keeps a step that did not work, to be tried again', async () => {
    let tries = 0
    const undo = async (): Promise<void> => {
      tries += 1
      if (tries === 1) throw new Error('The server does not answer')
    }
    undoLog.record(project, step('a', { undo }))
    expect((await undoLog.undo(project)).kind).toBe('failed')
    expect(states()).toEqual(['a done'])
    expect((await undoLog.undo(project)).kind).toBe('done')
    expect(states()).toEqual(['a undone'])
  })

  it('passes over what can never be taken back, says why, and goes on with what was before', async () => {
    undoLog.record(project, step('a'))
    undoLog.record(project, step('b', { undo: () => Promise.reject(new UndoImpossible('The key is taken.')) }))
    undoLog.recordFinal(project, { label: 'c', final: 'Values were given up.' })
    expect(await undoLog.undo(project)).toMatchObject({ kind: 'passed', why: 'The key is taken.' })
    expect((await undoLog.undo(project)).kind).toBe('done')
    expect(states()).toEqual(['a undone', 'b passed', 'c passed'])
    expect(undoLog.history(project).entries.map(({ why }) => why)).toEqual([
      undefined,
      'The key is taken.',
      'Values were given up.',
    ])
  })

  it('asks before it writes over something newer, and does as it is told', async () => {
    const conflict = (label: string): UndoStep =>
      step(label, {
        undo: () =>
          Promise.reject(new UndoConflict('It was changed since.', () => Promise.resolve(void done.push('anyway')))),
      })
    undoLog.record(project, conflict('a'))
    undoLog.record(project, conflict('b'))
    const leave = undoLog.undo(project)
    await expect.poll(() => undoLog.history(project).question?.sentence).toBe('It was changed since.')
    undoLog.history(project).question?.answer(false)
    expect((await leave).kind).toBe('passed')
    expect(done).toEqual([])
    const take = undoLog.undo(project)
    await expect.poll(() => undoLog.history(project).question?.entry.label).toBe('a')
    undoLog.history(project).question?.answer(true)
    expect((await take).kind).toBe('done')
    expect(done).toEqual(['anyway'])
    expect(undoLog.history(project).question).toBeUndefined()
  })

  it('goes back before a step and forward to one, and stops where something does not work', async () => {
    for (const label of ['a', 'b', 'c', 'd']) undoLog.record(project, step(label))
    const ids = undoLog.history(project).entries.map(({ id }) => id)
    await undoLog.undoTo(project, ids[1] ?? 0)
    expect(states()).toEqual(['a done', 'b undone', 'c undone', 'd undone'])
    await undoLog.redoTo(project, ids[2] ?? 0)
    expect(states()).toEqual(['a done', 'b done', 'c done', 'd undone'])
    undoLog.clear()
    done = []
    undoLog.record(project, step('a'))
    undoLog.record(project, step('b', { undo: () => Promise.reject(new Error('away')) }))
    undoLog.record(project, step('c'))
    const [first] = undoLog.history(project).entries
    expect((await undoLog.undoTo(project, first?.id ?? 0)).kind).toBe('failed')
    expect(states()).toEqual(['a done', 'b done', 'c undone'])
  })

  it('takes what was done together as one step, and goes on where it stopped', async () => {
    let fails = true
    await undoLog.group(project, step('Pasted 2 cells'), async () => {
      undoLog.record(
        project,
        step('created', {
          undo: async () => {
            if (fails) throw new Error('away')
            done.push('undo created')
          },
        }),
      )
      undoLog.record(project, step('updated'))
    })
    expect(states()).toEqual(['Pasted 2 cells done'])
    expect((await undoLog.undo(project)).kind).toBe('failed')
    expect(done).toEqual(['undo updated'])
    fails = false
    expect((await undoLog.undo(project)).kind).toBe('done')
    expect(done).toEqual(['undo updated', 'undo created'])
    await undoLog.redo(project)
    expect(done.slice(2)).toEqual(['redo created', 'redo updated'])
  })

  it('lists what was done of a group that failed half-way, and nothing of one that did nothing', async () => {
    await expect(
      undoLog.group(project, undefined, async () => {
        undoLog.record(project, step('half'))
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    await undoLog.group(project, step('nothing'), () => Promise.resolve())
    expect(states()).toEqual(['half done'])
  })

  it('keeps no more than its limit', () => {
    for (let n = 0; n < undoStepsMax + 5; n += 1) undoLog.record(project, step(String(n)))
    const { entries } = undoLog.history(project)
    expect(entries).toHaveLength(undoStepsMax)
    expect(entries[0]?.label).toBe('5')
  })
})
