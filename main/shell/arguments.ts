/** Options of the server that the desktop shell accepts. Options for remote access are excluded. */
const taken = ['--port', '--terminal-port', '--grpc-port', '--profile']

/** Returns the server's options among the arguments, without Chromium's own and the given file. */
export function optionsAmong(args: readonly string[]): string[] {
  return args.filter((argument, index) => {
    const before = args[index - 1]
    const isValue = before !== undefined && taken.includes(before) && !argument.startsWith('--')
    return isValue || taken.some((name) => argument === name || argument.startsWith(`${name}=`))
  })
}
