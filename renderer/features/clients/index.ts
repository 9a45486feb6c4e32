export { ClearHistory, HistoryEntry, useOwnHistory, type HistoryStore } from './history'
export { ResponseStatus } from './ResponseStatus'
export { RunFrame } from './RunFrame'
