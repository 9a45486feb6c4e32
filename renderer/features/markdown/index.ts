export { MarkdownText, type MarkdownTextProps } from './MarkdownText'
