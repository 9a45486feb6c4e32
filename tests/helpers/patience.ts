/**
 * How long tests wait for a condition, in milliseconds. Waits end with their condition: on a quiet machine in
 * milliseconds. Machines of continuous integration were seen to be ten times slower.
 */
export const patienceMs = 60_000
