import type { Command } from '@renderer/actions'

/** Opens an empty query, also when no query is open. */
export const newQueryCommand = {
  id: 'sql.new',
  label: 'sql.commands.new',
  keys: ['Alt+N'],
  area: 'edit',
  inFields: true,
} as const satisfies Omit<Command, 'run'>
