export { createShellContexts, type ShellContexts } from './shell-context'
