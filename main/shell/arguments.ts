/** Options of the server that the desktop shell accepts. Options for remote access are excluded. */
const taken = ['--port', '--terminal-port', '--grpc-port', '--profile']

/** Argument that opens another window: of the jump list and the menu of the application's icon. */
export const newWindowArgument = '--new-window'

/** True if the next argument is the value of this one. */
export function takesValue(argument: string | undefined): boolean {
  return argument !== undefined && taken.includes(argument)
}

/** Returns the server's options among the arguments, without Chromium's own and the given files. */
export function optionsAmong(args: readonly string[]): string[] {
  return args.filter((argument, index) => {
    const isValue = takesValue(args[index - 1]) && !argument.startsWith('--')
    return isValue || taken.some((name) => argument === name || argument.startsWith(`${name}=`))
  })
}
