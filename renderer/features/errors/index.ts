export { FaultPage, NotFoundPage, StatusPage, UnreachablePage } from './ErrorPages'
export { LaterPage } from './LaterPage'
