import { Download } from 'lucide-react'

import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { RecordFileActor } from '#src/machines/connectors/runs/record-file.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { RecordFile } from '../record-file/RecordFile.tsx'
import { problemGroupMessages } from './problem-group.messages.ts'

const { file: messages } = problemGroupMessages

type CauseFileProps = {
  readonly actor: RecordFileActor
  /** All records of the cause where none is chosen. */
  readonly chosen: readonly string[]
  readonly total: number
  readonly noun: RecordNoun
}

/** The records of a cause as a table for spreadsheets: all of them, or those that are chosen. */
export function CauseFile({ actor, chosen, total, noun }: CauseFileProps) {
  const count = chosen.length === 0 ? total : chosen.length
  return (
    <RecordFile actor={actor} name={messages.tools}>
      <Button
        kind="quiet"
        label={messages.csvOf(count, noun)}
        onPress={() => actor.send({ type: 'user.requested', change: { format: 'csv', transactionIds: chosen } })}
      >
        <Download aria-hidden="true" />
        {messages.csv}
      </Button>
    </RecordFile>
  )
}
