import { useSelector } from '@xstate/react'

import type { ExportActor } from '#src/machines/library/export.machine.ts'
import { selectFileName, selectIsBusy, selectProblem } from '#src/machines/library/export.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { takeAwayWords as words } from './take-away.messages.ts'

/** Takes the draft of a connector out as a file. */
export function ExportButton({ actor }: { readonly actor: ExportActor }) {
  const fileName = useSelector(actor, selectFileName)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  return (
    <>
      <p role="status">
        <Hint as="span">{isBusy ? words.exporting : fileName === null ? words.exportHint : words.exported(fileName)}</Hint>
      </p>
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>
          <Ring />
          {words.cancel}
        </Button>
      ) : (
        <Button onPress={() => actor.send({ type: 'user.exported' })}>{words.export}</Button>
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </>
  )
}
