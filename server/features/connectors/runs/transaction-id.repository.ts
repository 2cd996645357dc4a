/** The id of a transaction: the first 96 bits of its run's id and 32 bits of the record's place in the run. Never stored, only told. */

export const transactionIdOf = (runId: string, position: number): string =>
  `${runId.slice(0, 28)}${position.toString(16).padStart(8, '0')}`
