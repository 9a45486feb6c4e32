/**
 * The namespaces that the server sends, as keys with parameters. Add one here: the types of messages, the English of
 * the server and the list of the page follow.
 */
export { default as auditLines } from './en/auditLines.json'
export { default as command } from './en/command.json'
export { default as connectionFailures } from './en/connectionFailures.json'
export { default as connectionTest } from './en/connectionTest.json'
export { default as driftChanges } from './en/driftChanges.json'
export { default as errorWords } from './en/errorWords.json'
export { default as errors } from './en/errors.json'
export { default as formula } from './en/formula.json'
export { default as importNotes } from './en/importNotes.json'
export { default as inputProblems } from './en/inputProblems.json'
export { default as inputTypes } from './en/inputTypes.json'
export { default as jobOutcomes } from './en/jobOutcomes.json'
export { default as mailProblems } from './en/mailProblems.json'
export { default as problems } from './en/problems.json'
export { default as roleDescriptions } from './en/roleDescriptions.json'
export { default as server } from './en/server.json'
export { default as sqlNotes } from './en/sqlNotes.json'
export { default as trashNotes } from './en/trashNotes.json'
export { default as viewProblems } from './en/viewProblems.json'
export { default as virtualProblems } from './en/virtualProblems.json'
