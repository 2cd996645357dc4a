import { useSelector } from '@xstate/react'

import type { ExportFormat } from '#contract/connectors/runs/record-file.ts'
import type { RecordChoiceActor } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { selectChosen } from '#src/machines/connectors/runs/record-choice.machine.ts'
import type { RecordFileActor } from '#src/machines/connectors/runs/record-file.machine.ts'
import { RecordFile } from '../../connectors/record-file/RecordFile.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { investigatorMessages } from './investigator.messages.ts'
import { ChosenRecords } from './RecordChoice.tsx'

const { file: messages } = investigatorMessages

type FileButtonsProps = { readonly actor: RecordFileActor; readonly choice: RecordChoiceActor }

/** What is found as a file: all of it, not only the page that is shown, or the transactions that are chosen. */
export function FileButtons({ actor, choice }: FileButtonsProps) {
  const transactionIds = useSelector(choice, selectChosen)
  const save = (format: ExportFormat) => actor.send({ type: 'user.requested', change: { format, transactionIds } })
  return (
    <RecordFile actor={actor} name={messages.tools}>
      <ChosenRecords actor={choice} />
      <Button kind="quiet" onPress={() => save('ndjson')}>
        {messages.ndjson}
      </Button>
      <Button kind="quiet" onPress={() => save('csv')}>
        {messages.csv}
      </Button>
    </RecordFile>
  )
}
