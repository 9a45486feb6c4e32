export { ClearHistory, HistoryEntry, useOwnHistory } from './history'
export { ResponseStatus } from './ResponseStatus'
export { RunFrame } from './RunFrame'
