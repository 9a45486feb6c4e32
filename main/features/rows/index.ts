export { createRowHandlers, type RowHandlersOptions } from './handlers'
export { createOnce, type Once } from './once'
