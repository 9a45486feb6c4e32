export * from './app-error'
export * from './message'
export * from './catalogue'
export * from './permanent'
