import type * as server from '@locales/server'
import type { startNamespaces } from '@locales/start'

/** True for each namespace of the server that isn't among the first ones. The compiler asks for missing ones. */
const sent: Readonly<Record<Exclude<keyof typeof server, (typeof startNamespaces)[number]>, true>> = {
  auditLines: true,
  command: true,
  connectionFailures: true,
  connectionTest: true,
  driftChanges: true,
  errorWords: true,
  errors: true,
  formula: true,
  importNotes: true,
  inputProblems: true,
  inputTypes: true,
  jobOutcomes: true,
  mailProblems: true,
  queryTableProblems: true,
  roleDescriptions: true,
  rpcProblems: true,
  server: true,
  sqlNotes: true,
  trashNotes: true,
  viewProblems: true,
  virtualProblems: true,
}

/** Namespaces of the server. English comes with its answers; another language loads them at its start. */
export const serverNamespaces = Object.keys(sent) as (keyof typeof sent)[]
