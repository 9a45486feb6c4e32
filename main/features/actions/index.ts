import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { HttpAction, JobAction, MessageAction, StepAction } from '@common/operations/actions'
import { permits, type Principal } from '@common/principal'
import type { SqlParameters } from '@common/sql/shapes'
import type { VariableValues } from '@common/variables'
import { recipientPattern } from '@common/plugins'
import type { ProjectContext } from '@main/operations/context'
import { exportTable } from './export'
import { sendRequest } from './http'
import { importFile } from './import'
import { runScriptAction } from './script'
import { takeSnapshot } from './snapshot'
import type { ActionOutcome, ActionRun } from './types'
import type { ActionPorts } from './ports'

export type { ActionOutcome, ActionRun } from './types'
export type { ActionPorts, SqlRow } from './ports'

export { authorContext, emailsOf, type AuthorPorts } from './author'
export { actionError, failureOf } from './failure'
export { openAction, sealAction, shownAction, checkAction, type SealedAction } from './secrets'
export { fillAction } from './template'
export type { CallOperation } from './call'
export type { CallRest } from './script'
export type Actions = (action: JobAction, run: ActionRun) => Promise<ActionOutcome>

const rowsShown = 20

/** Performs actions. Each step checks the rights of the context, as if its principal had called it. */
export function createActions(ports: ActionPorts): Actions {
  const { mailer, call } = ports

  const query = async (sql: string, context: ProjectContext): Promise<ActionOutcome> => {
    const { columns, rows } = await call('sqlQuery', { sql }, context)
    const lines = [columns, ...rows.slice(0, rowsShown)]
    return {
      summary: message('jobOutcomes.rows', { count: rows.length }),
      output: lines.map((line) => line.map((value) => value ?? '').join('\t')).join('\n'),
    }
  }

  const write = async (
    sql: string,
    { context, variables }: Pick<ActionRun, 'context' | 'variables'>,
  ): Promise<ActionOutcome> => {
    if (!permits(context.principal, 'sql.write')) throw new AppError('NOT_ALLOWED')
    const rows = await ports.writeSql(context, sql, sqlParametersOf(variables))
    const shown = rows.slice(0, rowsShown).map((row) => JSON.stringify(row))
    return { summary: message('jobOutcomes.wrote', { count: rows.length }), output: shown.join('\n') }
  }

  const mail = async (
    { to, subject, text }: Extract<JobAction, { kind: 'email' }>,
    title: string,
  ): Promise<ActionOutcome> => {
    if (!(await mailer.isEnabled())) throw new AppError('MAIL_NOT_SET_UP')
    for (const address of to)
      mailer.send(address, {
        subject: message('mail.job.subject', { subject }),
        paragraphs: text.split(/\n{2,}/),
        reason: message('mail.job.reason', { job: title }),
      })
    return { summary: message('jobOutcomes.mailed', { count: to.length }), output: to.join('\n') }
  }

  /** Slack, Teams and Mattermost read `text`, Discord reads `content`. */
  const chat = async ({ url, text }: Extract<JobAction, { kind: 'chat' }>, run: ActionRun): Promise<ActionOutcome> => {
    const body = JSON.stringify({ text, content: text })
    const request: HttpAction = { kind: 'http', method: 'POST', url, headers: [], body, signingKey: '' }
    return sendRequest(ports, request, run)
  }

  const send = async (
    { plugin, channel, to, text }: MessageAction,
    { context: { projectId, signal }, trail }: Pick<ActionRun, 'context' | 'trail'>,
  ): Promise<ActionOutcome> => {
    // A variable may stand for anything.
    const recipient = recipientPattern.test(to) ? to : undefined
    const given = { plugin, channel, text, to: recipient }
    // A service may pass messages on to the address of a webhook here.
    const headers = ports.trailHeaders.mark([], trail)
    const { sent, reason } = await ports.plugins.send(projectId, given, { signal, headers })
    if (!sent) throw new AppError('PLUGIN_MESSAGE_FAILED', { reason })
    return { summary: reason, output: channel === '' ? to : channel }
  }

  return (action, run) => {
    const { context, title, jobId } = run
    switch (action.kind) {
      case 'http':
        return sendRequest(ports, action, run)
      case 'sql':
        return action.write ? write(action.sql, run) : query(action.sql, context)
      case 'import':
        return importFile(ports, action, context)
      case 'export':
        return exportTable(ports, action, context)
      case 'email':
        return mail(action, title)
      case 'chat':
        return chat(action, run)
      case 'message':
        return send(action, run)
      case 'script': {
        const { input = null, isTest = false, trail } = run
        return runScriptAction(ports, { code: action.code, input, isTest, trail }, context)
      }
      case 'snapshot':
        return takeSnapshot(ports, action, { context, title, jobId })
    }
  }
}

/** Returns variables as parameters of SQL: `{{data.First_name}}` is `:data_First_name`. */
function sqlParametersOf(variables: VariableValues = new Map()): SqlParameters {
  const named = Array.from(variables, ([name, value]): [string, string] => [name.replaceAll(/\W/g, '_'), value])
  return Object.fromEntries(named.filter(([name]) => /^[A-Za-z_]\w{0,62}$/.test(name)))
}

/** @throws AppError NOT_ALLOWED if a person saves what they may not do */
export function checkRights(principal: Principal, actions: readonly (JobAction | StepAction)[]): void {
  if (actions.some((each) => each.kind === 'sql' && each.write) && !permits(principal, 'sql.write'))
    throw new AppError('NOT_ALLOWED')
}
