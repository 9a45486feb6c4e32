import { changedValues, goneValues, type ChangedValue } from './changed-values'

/** The context of a command. */
interface Noting {
  readonly noteForAudit?: (details: Readonly<Record<string, unknown>>) => void
}

/** Adds values before and after a command to its line in the audit. */
export function noteValues(context: Noting, values: readonly ChangedValue[]): void {
  if (values.length > 0) context.noteForAudit?.({ values })
}

/** Adds facts that a command changed to its line in the audit. */
export function noteChange<T extends object>(context: Noting, before: Partial<T>, after: Partial<T>): void {
  noteValues(context, changedValues(before, after))
}

/** Adds facts about what a command deleted to its line in the audit. */
export const noteGone = (context: Noting, facts: object): void => noteValues(context, goneValues(facts))
