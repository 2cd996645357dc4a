import { useSelector } from '@xstate/react'

import type { ExportActor } from '#src/machines/library/export.machine.ts'
import { selectFileName, selectIsBusy, selectProblem } from '#src/machines/library/export.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { takeAwayMessages as messages } from './take-away.messages.ts'

/** Takes the draft of a connector out as a file. */
export function ExportButton({ actor }: { readonly actor: ExportActor }) {
  const fileName = useSelector(actor, selectFileName)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  return (
    <>
      <p role="status">
        <Hint as="span">
          {isBusy ? messages.exporting : fileName === null ? messages.exportHint : messages.exported(fileName)}
        </Hint>
      </p>
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>
          <Ring />
          {messages.cancel}
        </Button>
      ) : (
        <Button onPress={() => actor.send({ type: 'user.exported' })}>{messages.export}</Button>
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </>
  )
}
