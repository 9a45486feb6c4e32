import { dataErrors } from './entries/data'
import type { ErrorEntry } from './entries/entry'
import { installationErrors } from './entries/installation'
import { peopleErrors } from './entries/people'
import { workbenchErrors } from './entries/workbench'

export type { ErrorEntry } from './entries/entry'

/**
 * Every error that Basalt can answer with: code → HTTP status, and whether it is a fault of ours.
 *
 * The sentence for people is `errors.<CODE>` in `locales/en/errors.json`, filled with the error's details; a test checks
 * that each code has one. `reportable` faults are logged with their cause and id.
 */
const catalogue = { ...installationErrors, ...peopleErrors, ...dataErrors, ...workbenchErrors }

export type ErrorCode = keyof typeof catalogue

export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = catalogue
