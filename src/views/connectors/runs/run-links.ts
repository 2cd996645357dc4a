/** Where the console shows a run, its records, and a replay of what it could not deliver. */

export const runHref = (connectorId: string, runId: string) => `/details/${connectorId}/runs/${runId}`

export const transactionsOfRun = (connectorId: string, runId: string) =>
  `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', run: runId })}`

/** Those that went to one of several destinations: of a run; or of the last day. */
export const transactionsOfDestination = (connectorId: string, destination: number, runId: string | null) =>
  `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', ...(runId === null ? { period: '1d' } : { run: runId }), destination: String(destination) })}`

/** Delivered records of a run whose follow-up request failed. */
export const followUpsOfRun = (connectorId: string, runId: string) =>
  `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', run: runId, status: 'followUp' })}`

/** Those that a run lost for one cause, whenever it ran. */
export const transactionsOfProblem = (connectorId: string, runId: string, problemId: string) =>
  `/details/${connectorId}?${new URLSearchParams({ tab: 'transactions', run: runId, problem: problemId })}`

/** Begins with the plan of what failed for one cause in this time, beside the problems. */
export const retryOfProblem = (connectorId: string, problemId: string, since: string, until: string) =>
  `/details/${connectorId}?${new URLSearchParams({ tab: 'problems', retry: problemId, since, until })}`

/** The same for what one of several destinations did not get. */
export const replayOfDestination = (connectorId: string, runId: string, destination: number) =>
  `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay', run: runId, destination: String(destination), plan: 'now' })}`

/** Begins with the plan of the replay: one more press sends it. */
export const replayOfRun = (connectorId: string, runId: string) =>
  `/details/${connectorId}/studio?${new URLSearchParams({ tab: 'replay', run: runId, plan: 'now' })}`
