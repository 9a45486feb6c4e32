export * from './app-error'
export * from './catalogue'
