import type { Migration } from './migration'

/** The automations that led to a run, to find loops. */
export const automationTrails: Migration = {
  version: 42,
  name: 'automation trails',
  statements: ['ALTER TABLE nc_automation_runs ADD COLUMN trail text'],
}
