import type { RecordFileActor } from '#src/machines/connectors/runs/record-file.machine.ts'
import { recordFileMessages } from '../../connectors/record-file/record-file.messages.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { bytes } from '../../kit/format/sizes.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { investigatorMessages } from './investigator.messages.ts'

const { card: messages } = investigatorMessages

type PayloadFileProps = { readonly actor: RecordFileActor; readonly transactionId: string; readonly recordKey: string }

/** One transaction with its record as read and as mapped, as a file: also where they are too large to be shown. */
export function PayloadFile({ actor, transactionId, recordKey }: PayloadFileProps) {
  const saved = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <>
      <p role="status">
        {isBusy ? messages.downloading : saved === null ? null : recordFileMessages.saved(saved.fileName, bytes(saved.bytes))}
      </p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Button
        label={messages.downloads(recordKey)}
        isBlocked={isBusy}
        onPress={() => actor.send({ type: 'user.requested', change: { format: 'ndjson', transactionIds: [transactionId] } })}
      >
        {messages.download}
      </Button>
    </>
  )
}
