/** Returns the variables that every project has. Its own ones of the same names take precedence. */
export const builtInVariables = (projectId: string): [name: string, value: string][] => [
  ['baseUrl', `/nc/${projectId}`],
  ['projectId', projectId],
]
