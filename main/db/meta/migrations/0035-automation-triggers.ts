import type { Migration } from './migration'

/** Automations that start at times, for records that match, and by incoming webhooks. */
export const automationTriggers: Migration = {
  version: 35,
  name: 'automation-triggers',
  statements: [
    (schema) => schema.alterTable('nc_automations', (table) => void table.text('trigger_facts', 'longtext')),
    (schema) => schema.alterTable('nc_automations', (table) => void table.string('next_at', 30)),
    (schema) => schema.alterTable('nc_automations', (table) => void table.string('hook_hash', 64)),
    (schema) => schema.alterTable('nc_automations', (table) => void table.index(['next_at'], 'nc_automations_next')),
    (schema) => schema.alterTable('nc_automations', (table) => void table.index(['hook_hash'], 'nc_automations_hook')),
  ],
}
