export { formatMessage, formatRich, messageNames } from './format'
export { directionOfLanguage, joinList, tagOfLanguage } from './locale'
export * from './message'
export { createRenderer, type AnyMessage, type Renderer, type Texts } from './renderer'
