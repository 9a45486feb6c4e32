// oxlint-disable-next-line typescript/triple-slash-reference -- an import would turn this file into a module
/// <reference path="../../../node_modules/xterm/typings/xterm.d.ts" />

/** The package declares its types under its other name. */
declare module 'xterm' {
  export * from '@xterm/xterm'
}
