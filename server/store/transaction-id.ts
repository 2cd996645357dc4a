/** The id of a transaction: the first 96 bits of its run's id and 32 bits of the record's place in the run. Never stored, only told. */

export const transactionIdOf = (runId: string, position: number): string =>
  `${runId.slice(0, 28)}${position.toString(16).padStart(8, '0')}`

/** The run that a transaction belongs to, as the range of ids in which it lies, and the place in it. */
export function partsOfTransactionId(id: string): {
  readonly runFrom: string
  readonly runTo: string
  readonly position: number
} {
  const prefix = id.slice(0, 28)
  return { runFrom: `${prefix}00000000`, runTo: `${prefix}ffffffff`, position: Number.parseInt(id.slice(28), 16) }
}
