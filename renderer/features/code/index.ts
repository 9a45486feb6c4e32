export { codeBasics, codeLook } from './code-look'
export { CodeText, jsonText, plainText, type CodeTextProps } from './CodeText'
export { changeWords, codeWords } from './phrases'
