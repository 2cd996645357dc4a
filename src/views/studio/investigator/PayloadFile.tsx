import { useSelector } from '@xstate/react'

import type { RecordFileActor } from '../../machines/investigator/record-file.machine.ts'
import { selectIsBusy, selectProblem, selectSaved } from '../../machines/investigator/record-file.selectors.ts'
import { investigatorWords } from '../../words/investigator.ts'
import { bytes } from '../../words/sizes.ts'
import { Button } from '../parts/Button.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'

const { card: words, file } = investigatorWords

type PayloadFileProps = { readonly actor: RecordFileActor; readonly transactionId: string; readonly recordKey: string }

/** One transaction with its record as read and as delivered, as a file: also where they are too large to be shown. */
export function PayloadFile({ actor, transactionId, recordKey }: PayloadFileProps) {
  const saved = useSelector(actor, selectSaved)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  return (
    <>
      <p role="status">{isBusy ? words.downloading : saved === null ? null : file.saved(saved.fileName, bytes(saved.bytes))}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Button
        label={words.downloads(recordKey)}
        isBlocked={isBusy}
        onPress={() => actor.send({ type: 'user.exported', format: 'ndjson', transactionIds: [transactionId] })}
      >
        {words.download}
      </Button>
    </>
  )
}
