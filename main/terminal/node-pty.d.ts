/**
 * The part of node-pty that is used. Declared here because the package is optional: it is compiled at installation, and
 * the sources have to compile on a machine where that failed.
 */
declare module 'node-pty' {
  interface Pty {
    /** Name of the program in front; on Windows always the shell. */
    readonly process: string
    onData: (listener: (data: string) => void) => unknown
    onExit: (listener: (exit: { readonly exitCode: number }) => void) => unknown
    write: (data: string) => void
    resize: (columns: number, rows: number) => void
    pause: () => void
    resume: () => void
    kill: () => void
  }
  interface SpawnOptions {
    readonly name: string
    readonly cols: number
    readonly rows: number
    readonly cwd: string
    readonly env: Record<string, string>
  }
  const nodePty: { spawn: (file: string, args: string[], options: SpawnOptions) => Pty }
  export default nodePty
}
