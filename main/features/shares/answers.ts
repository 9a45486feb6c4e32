import { AppError } from '@common/errors'
import { shareLimits, type shareOperations } from '@common/operations/shares'
import type { FormatOptions } from '@common/columns/column-type'
import type { Principal } from '@common/principal'
import type { FindTable } from '@common/principal/sight'
import { readVisitorForm, visitorFiles, type FormLink } from '@common/views/form-fields'
import type { Attachments } from '@main/features/attachments'
import { authorize, type Throttle } from '@main/features/auth'
import type { FormSubmission, SubmitForm } from '@main/features/forms'
import type { Clock } from '@main/lib/clock'
import { validLocale, validTimeZone } from '@main/lib/reader'
import { inProject, type ArrivedFile, type CallContext } from '@main/operations/context'
import type { FileReceiver } from '@main/operations/module'
import type { OperationInput } from '@main/operations/contract'
import type { FoundShare, SharePrincipals } from './principals'
import type { VisitorTokens } from './visitor-tokens'

/** A record that a field can link. */
export interface AnswerChoice {
  readonly value: string
  readonly label: string
}

export interface ShareAnswersOptions {
  readonly clock: Clock
  readonly throttle: Throttle
  readonly tokens: VisitorTokens
  readonly principals: SharePrincipals
  readonly table: FindTable
  readonly submit: SubmitForm
  readonly receiveAnswer: Attachments['receiveAnswer']
  /** Lists linkable records by key and name. */
  readonly choices: (
    principal: Principal,
    projectId: string,
    asked: {
      readonly link: FormLink
      readonly many: boolean
      readonly search?: string | undefined
      readonly values?: readonly string[] | undefined
      readonly reader: FormatOptions
    },
    signal: AbortSignal,
  ) => Promise<readonly AnswerChoice[]>
}

/** Answers of visitors to shared forms. */
export interface ShareAnswers {
  readonly submit: (context: CallContext, input: OperationInput<typeof shareOperations.shareSubmit>) => Promise<void>
  /**
   * Creates a record from answers, without the checks that need a page.
   *
   * @throws AppError SHARE_CLOSED, SHARE_ANSWERS_TOO_MANY, and errors of `SubmitForm`
   */
  readonly accept: (
    context: CallContext,
    found: FoundShare,
    sent: Pick<FormSubmission, 'answers' | 'submission' | 'timeZone' | 'locale'>,
  ) => Promise<void>
  readonly records: (
    context: CallContext,
    input: OperationInput<typeof shareOperations.shareRecords>,
  ) => Promise<readonly AnswerChoice[]>
  /** Receivers of files, by operation. */
  readonly receivers: {
    readonly shareSubmit: FileReceiver
    /** For scripts, which name the link and its password in the form itself. */
    readonly sharedViewInsert: FileReceiver
  }
}

const bytesMax = visitorFiles.allMegabytes * 1024 * 1024
/** Includes the multipart boundaries and the answers themselves. */
const bytesMaxWithForm = bytesMax + 1024 * 1024

export function createShareAnswers(options: ShareAnswersOptions): ShareAnswers {
  const { clock, throttle, tokens, principals, table: findTable } = options

  const foundOf = async (context: CallContext): Promise<FoundShare> => {
    const { principal } = context
    const found = principal.kind === 'formVisitor' ? await principals.ofShare(principal.shareId) : undefined
    if (found === undefined) throw new AppError('SHARE_CLOSED')
    return found
  }

  const accept: ShareAnswers['accept'] = async (context, { share, shown, principal }, sent) => {
    const { projectId } = share
    const table = shown && (await findTable(principal, projectId, shown.view.table))
    if (shown?.view.kind !== 'form' || !table) throw new AppError('SHARE_CLOSED')
    const uploads = context.uploads ?? []
    await throttle.answer(share.id, context.actor.ip, sizeOf(uploads))
    await options.submit({ ...context, principal, projectId }, { ...sent, view: shown.view, table, uploads })
  }

  return {
    accept,

    submit: async (context, { visitor, website = '', ...sent }) => {
      const found = await foundOf(context)
      if (website !== '') throw new AppError('SHARE_ANSWER_REFUSED')
      const openedAtMs = tokens.openedAtMs(found.share, visitor)
      if (openedAtMs === undefined) throw new AppError('SHARE_ANSWER_REFUSED')
      if (clock.now().getTime() - openedAtMs < shareLimits.answerMs) throw new AppError('SHARE_ANSWER_EARLY')
      await accept(context, found, sent)
    },

    records: async (context, { field: id, search, values, timeZone, locale }) => {
      const { share, shown, principal } = await foundOf(context)
      if (shown === null) throw new AppError('SHARE_CLOSED')
      const form = readVisitorForm(shown.view.options, shown.table, shown.view.title)
      const field = form.fields.find((each) => each.id === id)
      if (field?.link === undefined) return []
      const { link, many } = field
      const reader = { timeZone: validTimeZone(timeZone), locale: validLocale(locale) }
      return options.choices(principal, share.projectId, { link, many, search, values, reader }, context.signal)
    },

    receivers: {
      shareSubmit: createReceiver(options.receiveAnswer, (context) => {
        authorize(context, 'share.answer')
        inProject(context)
      }),
      sharedViewInsert: createReceiver(options.receiveAnswer, (context) => authorize(context, 'account.public')),
    },
  }
}

function createReceiver(receive: Attachments['receiveAnswer'], check: (context: CallContext) => void): FileReceiver {
  /** Bytes of the files of each call so far. */
  const received = new WeakMap<CallContext, number>()

  async function* limited(context: CallContext, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      const total = (received.get(context) ?? 0) + chunk.byteLength
      received.set(context, total)
      if (total > bytesMax) throw tooLarge()
      yield chunk
    }
  }

  return {
    filesMax: visitorFiles.all,
    mayReceive: (context, bytes) => {
      check(context)
      if (bytes !== undefined && bytes > bytesMaxWithForm) throw tooLarge()
    },
    receive: (context, name, content) => receive(name, limited(context, content)),
  }
}

const sizeOf = (uploads: readonly { readonly file: ArrivedFile }[]): number =>
  uploads.reduce((sum, { file }) => sum + file.size, 0)

const tooLarge = (): AppError => new AppError('SHARE_FILES_TOO_LARGE', { limit: `${visitorFiles.allMegabytes} MB` })
