import { problem } from '@renderer/stores'
import type { Command } from './command'

/** A report that the user reads, then saves or copies. */
export const reportProblem: Command = {
  id: 'help.report',
  label: 'actions.reportProblem',
  keys: [],
  run: () => problem.report(),
}
