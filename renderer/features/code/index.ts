export { codeBasics, codeLook } from './code-look'
export { codePhrases } from './phrases'
