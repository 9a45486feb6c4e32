/**
 * Returns how often a test kills its server: a few times in each run, as every kill needs a new start of the server.
 * `BASALT_TEST_ROUNDS=10` kills ten times as often, to look for rare faults.
 */
export const killRounds = (usual: number): number => usual * Number(process.env['BASALT_TEST_ROUNDS'] ?? 1)
