import { useSelector } from '@xstate/react'

import type { ExportActor } from '../../machines/import/export.machine.ts'
import { selectFileName, selectIsBusy, selectProblem } from '../../machines/import/export.selectors.ts'
import { takeAwayWords as words } from '../../words/take-away.ts'
import { Button } from '../parts/Button.tsx'
import { Hint } from '../parts/blocks.ts'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Ring } from '../parts/Spinner.tsx'

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
