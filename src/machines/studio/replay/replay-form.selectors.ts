import type { ReplayFormSnapshot } from './replay-form.machine.ts'
import { faultsIn, isOfLedger, type ReplayFaults } from './replay-rules.ts'

const none: ReplayFaults = {}

export const selectWritten = (snapshot: ReplayFormSnapshot) => snapshot.context.written
export const selectChosen = (snapshot: ReplayFormSnapshot) => snapshot.context.chosen
export const selectExamples = (snapshot: ReplayFormSnapshot) => snapshot.context.examples
/** What is told to be wrong: nothing before somebody has pressed Start. */
export const selectFaults = ({ context: { hasTried, written, chosen } }: ReplayFormSnapshot) =>
  hasTried ? faultsIn(written, chosen) : none
export const selectCanChooseExample = (snapshot: ReplayFormSnapshot) => snapshot.can({ type: 'user.choseExample', at: null })
/** Whether what is asked for stands in the ledger. */
export const selectIsOfLedger = ({ context: { written, chosen } }: ReplayFormSnapshot) => isOfLedger(written, chosen)
