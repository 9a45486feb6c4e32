/** Options of the server that the desktop shell takes too. Who may reach it from outside is not among them. */
const taken = ['--port', '--terminal-port', '--grpc-port', '--profile']

/** The server's options among a program's arguments, without Chromium's own and the file that was given. */
export function optionsAmong(args: readonly string[]): string[] {
  return args.filter((argument, index) => {
    const before = args[index - 1]
    const isValue = before !== undefined && taken.includes(before) && !argument.startsWith('--')
    return isValue || taken.some((name) => argument === name || argument.startsWith(`${name}=`))
  })
}
