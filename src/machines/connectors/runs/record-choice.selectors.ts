import { chosenRecordsMax } from '#contract/connectors/runs/transaction.ts'
import type { RecordChoiceSnapshot } from './record-choice.machine.ts'

export const selectChosen = ({ context }: RecordChoiceSnapshot) => context.chosen
export const selectIsFull = ({ context }: RecordChoiceSnapshot) => context.chosen.length >= chosenRecordsMax
