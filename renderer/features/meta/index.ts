export { DriftNote } from './DriftNote'
export { goneSentence } from './drift-words'
export { useTableDrift } from './use-drift'
